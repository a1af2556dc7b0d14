import type { Locator, Page } from '@playwright/test';

/** Puts a finger on something and lifts it when `until` is so; `by` is how far up or down it moves first. */
export async function rest(page: Page, target: Locator, until: () => Promise<unknown>, by = 0): Promise<void> {
  // Nothing moves any more, and nothing lies upon it.
  await target.tap({ trial: true });
  const area = await target.boundingBox();
  if (area === null) throw new Error('nothing to put a finger on');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = { x: area.x + area.width / 3, y: area.y + area.height / 2 };
  const steps = Array.from({ length: Math.ceil(Math.abs(by) / 10) }, (_, step) => (step + 1) * 10 * Math.sign(by));
  // Told in one go: on a busy machine the finger would rest between two steps.
  await Promise.all([touch('touchStart', at), ...steps.map((step) => touch('touchMove', { ...at, y: at.y + step }))]);
  await until();
  await touch('touchEnd');
  await finger.detach();
}
