import type { Page } from '@playwright/test';

interface HeldFrames {
  /** What the server said since; null while everything is handed on at once. */
  held: { text: string; handOn(): void }[] | null;
}

/** Must be called before the page is opened. */
export const haveHolding = (page: Page) =>
  page.addInitScript(() => {
    const scope = globalThis as unknown as HeldFrames;
    scope.held = null;
    globalThis.WebSocket = class extends WebSocket {
      override set onmessage(listener: (event: MessageEvent) => void) {
        this.addEventListener('message', (event) => {
          const handOn = () => listener.call(this, event);
          if (scope.held === null) handOn();
          else scope.held.push({ text: String(event.data), handOn });
        });
      }
    };
  });

/** From now on, the page hears nothing of what the server says over its socket. */
export const hold = (page: Page) => page.evaluate(() => void ((globalThis as unknown as HeldFrames).held = []));

export const heldFrames = (page: Page): Promise<string> =>
  page.evaluate(() => ((globalThis as unknown as HeldFrames).held ?? []).map(({ text }) => text).join('\n'));

/** Lets the page hear all that was held, in one task: no timer and no drawing comes in between. */
export const release = (page: Page) =>
  page.evaluate(() => {
    const scope = globalThis as unknown as HeldFrames;
    const all = scope.held ?? [];
    scope.held = null;
    for (const { handOn } of all) handOn();
  });
