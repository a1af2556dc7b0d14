import type { Locator, Page } from '@playwright/test';
import { pressEscape } from './settled.ts';

/** Milliseconds: a finger that has moved by then is not a long press. */
const beforeRest = 400;

/** Px: the page regards a smaller move as trembling. */
const tremor = 10;

/** Puts a finger on an element and lifts it when `until` has resolved. */
export async function rest(page: Page, target: Locator, until: () => Promise<unknown>): Promise<void> {
  const finger = await fingerOn(page, target);
  await finger.touch();
  await until();
  await finger.lift();
}

/** Puts a finger on an element, moves it vertically by so many px at once, and lifts it after `meanwhile`. */
export async function scroll(page: Page, target: Locator, by: number, meanwhile: () => Promise<unknown>) {
  for (;;) {
    const finger = await fingerOn(page, target);
    const moved = await whenMoved(page);
    await finger.touch(by);
    await meanwhile();
    await finger.lift();
    if ((await moved()) < beforeRest) return;
    // A busy machine reported the move to the page so late that it became a long press.
    await pressEscape(page);
  }
}

async function fingerOn(page: Page, target: Locator) {
  // Waits until the element no longer moves and nothing covers it.
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
      // Sent in one go: on a busy machine the finger would rest between two steps.
      await Promise.all([tell('touchStart', at), ...steps.map((step) => tell('touchMove', { ...at, y: at.y + step }))]);
    },
    async lift() {
      await tell('touchEnd');
      await finger.detach();
    },
  };
}

/** Returns a function that says how many ms after the next touch the page noticed its first move. */
async function whenMoved(page: Page): Promise<() => Promise<number>> {
  const told = await page.evaluateHandle((px) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const once = { capture: true, once: true };
    const touched = ({ clientX, clientY }: PointerEvent) => {
      const since = performance.now();
      const note = () => resolve(performance.now() - since);
      // The browser sends `pointercancel` when it begins to scroll by itself.
      addEventListener('pointercancel', note, once);
      const moved = (to: PointerEvent) => Math.hypot(to.clientX - clientX, to.clientY - clientY) > px && note();
      addEventListener('pointermove', moved, true);
    };
    addEventListener('pointerdown', touched, once);
    return { promise };
  }, tremor);
  return () => told.evaluate(({ promise }) => promise);
}
