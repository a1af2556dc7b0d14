import type { Page } from '@playwright/test';

declare global {
  /** What the server said since `hold`; null while everything is handed on at once. */
  var heldFrames: { text: string; handOn(): void }[] | null;
}

/** Must be called before the page is opened. */
export const haveHolding = (page: Page) =>
  page.addInitScript(() => {
    globalThis.heldFrames = null;
    globalThis.WebSocket = class extends WebSocket {
      override set onmessage(listener: (event: MessageEvent) => void) {
        this.addEventListener('message', (event) => {
          const handOn = () => listener.call(this, event);
          if (globalThis.heldFrames === null) handOn();
          else globalThis.heldFrames.push({ text: String(event.data), handOn });
        });
      }
    };
  });

/** From now on, the page hears nothing of what the server says over its socket. */
export const hold = (page: Page) => page.evaluate(() => void (globalThis.heldFrames = []));

export const textsHeld = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis.heldFrames ?? []).map(({ text }) => text).join('\n'));

/** Lets the page hear all that was held, in one task: no timer and no drawing comes in between. */
export const release = (page: Page) =>
  page.evaluate(() => {
    const all = globalThis.heldFrames ?? [];
    globalThis.heldFrames = null;
    for (const { handOn } of all) handOn();
  });
