import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from './settled.ts';

/** The faults found by axe that keep a person from using the page. */
export async function barriers(page: Page): Promise<string[]> {
  // Elements that are still fading in have low contrast only for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
