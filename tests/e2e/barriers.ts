import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from './settled.ts';

/** What axe finds that keeps somebody from using the page. */
export async function barriers(page: Page): Promise<string[]> {
  // What is still fading in has colours that nobody reads by.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
