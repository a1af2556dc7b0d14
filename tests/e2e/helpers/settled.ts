import { expect, type Page } from '@playwright/test';

/** Waits for everything that follows by itself: the focus has moved, and no animation is running. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** A new element listens for Escape a moment after it is visible. */
export async function pressEscape(page: Page): Promise<void> {
  await settled(page);
  await page.keyboard.press('Escape');
}

/** A dialog takes the focus a moment after it is visible: a key that is pressed before may go to another button. */
export async function confirmByKeyboard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button').last().press('Enter');
}
