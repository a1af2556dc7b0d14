import type { Locator, Page } from '@playwright/test';
import { pressEscape } from './settled.ts';

/** Milliseconds: whoever has moved by then does not rest. */
const beforeRest = 400;

/** Puts a finger on something and lifts it when `until` is so. */
export async function rest(page: Page, target: Locator, until: () => Promise<unknown>): Promise<void> {
  const finger = await fingerOn(page, target);
  await finger.touch();
  await until();
  await finger.lift();
}

/** Puts a finger on something, moves it up or down by so many px at once, and lifts it after `meanwhile`. */
export async function scroll(page: Page, target: Locator, by: number, meanwhile: () => Promise<unknown>) {
  for (;;) {
    const finger = await fingerOn(page, target);
    const moved = await whenMoved(page);
    await finger.touch(by);
    await meanwhile();
    await finger.lift();
    if ((await moved()) < beforeRest) return;
    // A busy machine told the page so late of the move that the finger did rest.
    await pressEscape(page);
  }
}

async function fingerOn(page: Page, target: Locator) {
  // Nothing moves any more, and nothing lies upon it.
  await target.tap({ trial: true });
  const area = await target.boundingBox();
  if (area === null) throw new Error('nothing to put a finger on');
  const at = { x: area.x + area.width / 3, y: area.y + area.height / 2 };
  const finger = await page.context().newCDPSession(page);
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async touch(by = 0) {
      const steps = Array.from({ length: Math.ceil(Math.abs(by) / 10) }, (_, step) => (step + 1) * 10 * Math.sign(by));
      // Told in one go: on a busy machine the finger would rest between two steps.
      await Promise.all([tell('touchStart', at), ...steps.map((step) => tell('touchMove', { ...at, y: at.y + step }))]);
    },
    async lift() {
      await tell('touchEnd');
      await finger.detach();
    },
  };
}

/** Gives back what says how many milliseconds the next finger had been there when the page heard of its first move. */
async function whenMoved(page: Page): Promise<() => Promise<number>> {
  const told = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<number>();
    let since = 0;
    const once = { capture: true, once: true };
    addEventListener('pointerdown', () => (since = performance.now()), once);
    // The browser itself takes over from the page when it begins to scroll.
    for (const event of ['pointermove', 'pointercancel'])
      addEventListener(event, () => resolve(performance.now() - since), once);
    return { promise };
  });
  return () => told.evaluate(({ promise }) => promise);
}
