import { expect, type Locator, type Page } from '@playwright/test';

/** The words of an element that begin on one line and end on the next. A hyphen may end a line, and an at sign begin one. */
export const brokenWords = (element: Locator): Promise<string[]> =>
  element.evaluate((whole) => {
    const broken: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/@?[^\s@-]+-?/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    return broken;
  });

/** Where an element is on the screen. */
export async function areaOf(element: Locator): Promise<DOMRect> {
  const [area] = await areasOf(element);
  return area;
}

/** Where elements are on the screen, all at the same moment: between two questions, a page may be laid out anew. */
export async function areasOf<const Elements extends Locator[]>(...elements: Elements) {
  const handles = await Promise.all(elements.map((element) => element.elementHandle()));
  const areas = await elements[0]!
    .page()
    .evaluate((all) => all.map((one) => (one as Element).getBoundingClientRect().toJSON() as DOMRect), handles);
  if (areas.some(({ width, height }) => width + height === 0)) throw new Error('nothing is shown');
  return areas as { [Each in keyof Elements]: DOMRect };
}

/** What a scroller's edge looks like, where it has no words. */
export async function edgeOf(scroller: Locator, side: 'right' | 'bottom'): Promise<string> {
  const area = await areaOf(scroller);
  const [x, y] = [area.x + area.width - 3, area.y + (side === 'right' ? 2 : area.height - 3)];
  const picture = await scroller.page().screenshot({ clip: { x, y, width: 2, height: 2 } });
  return picture.toString('base64');
}

/** Gives a page the text size that its reader has chosen in the browser, as media queries know it, too. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
  // The page hears of it a moment later, and is laid out anew.
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${pixels}px`);
}
