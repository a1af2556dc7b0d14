import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type DeskOptions, test } from '../e2e/helpers/base.ts';
import { chatInList } from '../e2e/helpers/chat.ts';
import { liveAMorning } from './morning.ts';

/** The folder from which the README shows them. */
const folder = join(import.meta.dirname, '..', '..', 'web', 'pictures');

const desk = { size: { width: 1280, height: 800 } };
const phone = { size: { width: 390, height: 844 }, touch: true };

test('the pictures of the product', async ({ base, signedIn, browser }) => {
  test.setTimeout(300_000);
  const camera = await browser.newPage();
  await liveAMorning(base, camera);
  for (const colours of ['light', 'dark'] as const) {
    await show(`desk-${colours}`, { ...desk, colours });
    await show(`phone-${colours}`, { ...phone, colours });
  }
  await camera.close();

  async function show(name: string, options: DeskOptions): Promise<void> {
    const { page, context } = await signedIn('Ruth Adeyemi', options);
    await page.goto('/chat');
    await chatInList(page, 'Outreach to the Islands').waitFor();
    // One of the phones shows the list, the other one the conversation.
    if (name !== 'phone-light') await openOutreach(page);
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await writeFile(join(folder, `${name}.webp`), await asWebp(camera, await page.screenshot()));
    await context.close();
  }
});

async function openOutreach(page: Page): Promise<void> {
  await chatInList(page, 'Outreach to the Islands').click();
  await expect(page.getByText('the list of medicines')).toBeVisible();
  for (const image of await page.getByRole('log').getByRole('img').all())
    await expect
      .poll(() => image.evaluate((element) => !('complete' in element) || element.complete === true))
      .toBe(true);
}

/** Browsers capture pages as PNG and JPEG; a canvas can also give WebP, with a third of the size. */
async function asWebp(camera: Page, png: Buffer): Promise<Buffer> {
  const address = await camera.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.85);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
