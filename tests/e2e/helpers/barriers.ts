import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from './settled.ts';

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

const isBarrier = ({ impact }: Violation) => impact === 'serious' || impact === 'critical';

/** The faults found by axe that keep a person from using the page. */
export async function barriers(page: Page): Promise<string[]> {
  await beStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return placesOf(violations.filter(isBarrier));
}

/** The same in light and in dark colours, which differ in nothing else; `counts` may report lesser faults too. */
export async function barriersInAllColours(page: Page, counts = isBarrier): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await beStill(page);
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    found.push(...placesOf(violations.filter(counts)).map((place) => `${colorScheme}: ${place}`));
  }
  return found;
}

/** Elements that are still fading in have low contrast only for a moment. */
async function beStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await settled(page);
}

const placesOf = (violations: readonly Violation[]) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
