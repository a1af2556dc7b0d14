import type { Page } from '@playwright/test';

/** All has followed that follows by itself from what is on the screen: the focus has moved, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** What has just come listens for Escape a moment after it is seen. */
export async function pressEscape(page: Page): Promise<void> {
  await settled(page);
  await page.keyboard.press('Escape');
}
