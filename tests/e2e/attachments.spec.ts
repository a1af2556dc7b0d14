import { readFile } from 'node:fs/promises';
import { maxAttachmentBytes } from '@koinonia/contracts/media.ts';
import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { box, chatInList, goToChat, nothingWaits, openChat, say, showsExactly } from './helpers/chat.ts';
import { startChatByTouch } from './helpers/new-chat.ts';
import { attach, choose, chosen, document, fileLink, handOver, picture, send } from './helpers/files.ts';
import { inOutbox } from './helpers/on-device.ts';
import { phone } from './helpers/phone.ts';
import { pressEscape, settled } from './helpers/settled.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

const gone = /status of (404|410)/;

const openPicture = (page: Page, name: string) => page.getByRole('button', { name: `Open picture ${name}` });

/** The picture has been loaded from the server and is on the screen. */
async function showsPicture(page: Page, name: string): Promise<void> {
  const image = openPicture(page, name).getByRole('img', { name, includeHidden: true });
  const shown = (img: HTMLImageElement) =>
    img.complete && img.naturalWidth > 0 && img.currentSrc.includes('/api/media/') && getComputedStyle(img).opacity;
  // The page redraws the picture when the server has prepared it, perhaps while it is being scrolled to.
  await expect(async () => {
    await image.scrollIntoViewIfNeeded({ timeout: 5000 });
    expect(await image.evaluate(shown)).toBe('1');
  }).toPass({ timeout: 30_000 });
}

test('a picture and a file are sent by the menu, seen by the other, and downloaded as they were', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  await ruth.page.getByRole('button', { name: 'Add an attachment' }).click();
  await expect(ruth.page.getByRole('menuitem')).toHaveText(['GIF / Photo', 'Camera', 'File']);
  await pressEscape(ruth.page);
  await expect(ruth.page.getByRole('button', { name: 'Add an attachment' })).toBeFocused();

  await expect(send(ruth.page)).toBeDisabled();
  await attach(ruth.page, 'GIF / Photo', [picture('harbour.png')]);
  await expect(chosen(ruth.page)).toHaveText([/harbour\.png/]);
  await attach(ruth.page, 'File', [document('Packing list – قائمة.txt'), document('leave me out.txt')]);
  await expect(chosen(ruth.page)).toHaveCount(3);
  await ruth.page.getByRole('button', { name: 'Remove leave me out.txt' }).click();
  await expect(chosen(ruth.page)).toHaveCount(2);
  await send(ruth.page).click();
  await expect(chosen(ruth.page)).toHaveCount(0);
  await nothingWaits(ruth.page);
  await showsPicture(ruth.page, 'harbour.png');

  await openChat(ben.page, 'Ruth Adeyemi');
  await showsPicture(ben.page, 'harbour.png');
  const link = fileLink(ben.page);
  await expect(link).toContainText('Packing list – قائمة.txt');
  await expect(link).toContainText('Attachment · TXT · 12 B');
  const downloading = ben.page.waitForEvent('download');
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Packing list – قائمة.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('Bring boots.');
});

test('words stand under what they were sent with, and texts do not wait for files', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Jonas Lindqvist', { blank: true });
  await joined('Kim Ha-eun');
  await goToChat(page, ['Kim Ha-eun']);
  await attach(page, 'GIF / Photo', [picture('one.png'), picture('two.png', [300, 900])]);
  await say(page, 'From the north #caption');
  await nothingWaits(page);
  const bubbles = page.getByRole('log').getByRole('article');
  await expect(bubbles).toHaveCount(2);
  await expect(bubbles.first().locator('p')).toHaveCount(0);
  await expect(bubbles.last()).toContainText('From the north #caption');
  await expect(bubbles.last().getByRole('button', { name: 'Open picture two.png' })).toBeVisible();
});

test('what is pasted or dropped is chosen; what is too large is told at once', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Jonas Lindqvist', { blank: true });
  await joined('Leilani Kealoha-Nakamura');
  await goToChat(page, ['Leilani']);
  await handOver(page, 'paste', [picture('image.png')]);
  await expect(chosen(page)).toHaveText([/image\.png/]);
  await expect(box(page)).toBeFocused();

  await handOver(page, 'dragenter', [document('rota.pdf')]);
  await expect(page.getByText('Drop files here to add them')).toBeVisible();
  await handOver(page, 'drop', [document('rota.pdf'), picture('map.png')]);
  await expect(page.getByText('Drop files here to add them')).toBeHidden();
  await expect(chosen(page)).toHaveText([/image\.png/, /rota\.pdf/, /map\.png/]);

  const large = { name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(maxAttachmentBytes + 1) };
  await choose(page, 'File', [large]);
  await tells(page, 'film.mov is too large. Files can have up to 25 MB.');
  await expect(chosen(page)).toHaveCount(3);
  await box(page).press('Enter');
  await nothingWaits(page);
  await expect(page.getByRole('log').getByRole('article')).toHaveCount(3);
});

test('what is dropped or pasted onto a dialog is not added to the message behind it', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd', 'Grace Wanjiru');
  await goToChat(page, ['Ben Boyd', 'Grace Wanjiru'], 'Harbour');
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await page.getByRole('button', { name: 'Change group picture' }).click();
  const picturing = page.getByRole('dialog', { name: 'Group picture' });
  const choice = picturing.locator('button', { hasText: 'Choose an' });
  await handOver(page, 'dragenter', [picture('face.png')], choice);
  await handOver(page, 'drop', [picture('face.png')], choice);
  await expect(picturing.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  await handOver(page, 'drop', [document('rota.pdf')], picturing.getByRole('heading'));
  await pressEscape(page);
  await expect(picturing).toBeHidden();

  await page.getByRole('button', { name: 'Start a new chat' }).click();
  const starting = page.getByRole('dialog', { name: 'Start New Chat' });
  for (const way of ['dragenter', 'drop', 'paste'] as const)
    await handOver(page, way, [document('rota.pdf')], starting.getByRole('searchbox'));
  await handOver(page, 'paste', [document('rota.pdf')], page.locator('body'));
  await expect(page.getByText('Drop files here to add them')).toHaveCount(0);
  await pressEscape(page);
  await expect(starting).toBeHidden();
  await handOver(page, 'drop', [document('minutes.txt')]);
  await expect(chosen(page)).toHaveText([/minutes\.txt/]);
});

test('a file that is sent offline waits, survives a reload, and arrives once', async ({ signedIn }) => {
  const grace = await signedIn('Grace Wanjiru', { keepsPages: true, expected: networkAway, blank: true });
  const tevita = await signedIn('Tevita Fifita', { blank: true });
  await goToChat(grace.page, ['Tevita Fifita']);
  await openChat(tevita.page, 'Grace Wanjiru');
  await grace.page.evaluate(() => navigator.serviceWorker.ready);
  await grace.context.setOffline(true);
  await attach(grace.page, 'GIF / Photo', [picture('tunnel.png')]);
  await say(grace.page, 'In the tunnel #offline');
  await expect(grace.page.getByText('Waiting to be uploaded')).toBeVisible();
  expect(await toldOn(grace.page)).not.toContainEqual(expect.stringContaining('Failed to upload'));

  await expect.poll(() => inOutbox(grace.page)).toBe(1);
  await grace.page.reload();
  await expect(grace.page.getByText('Waiting to be uploaded')).toBeVisible();
  await grace.context.setOffline(false);
  await showsExactly(tevita.page, '#offline', ['In the tunnel #offline']);
  await nothingWaits(grace.page);
  await showsPicture(tevita.page, 'tunnel.png');
  await showsPicture(grace.page, 'tunnel.png');
  await expect(tevita.page.getByRole('log').getByRole('article')).toHaveCount(1);
});

test('a picture that is not ready yet is waited for, and one that never will be says so', async ({ signedIn }) => {
  const mateo = await signedIn('Mateo Quispe Mamani', { blank: true });
  const bo = await signedIn('bo@base.example', { expected: gone, blank: true });
  await goToChat(mateo.page, ['bo@base.example']);
  let isReady = false;
  await bo.page.route('**/api/media/attachments/**', (route) => {
    if (route.request().url().includes('broken'))
      return route.fulfill({ status: 410, json: { error: 'no', code: 'gone' } });
    return isReady ? route.continue() : route.fulfill({ status: 202, headers: { 'Retry-After': '1' }, json: {} });
  });
  await attach(mateo.page, 'GIF / Photo', [picture('slow.png')]);
  await send(mateo.page).click();
  await nothingWaits(mateo.page);
  await openChat(bo.page, 'Mateo Quispe Mamani');
  await expect(bo.page.getByText('Being prepared...')).toBeVisible();
  isReady = true;
  await showsPicture(bo.page, 'slow.png');
  await attach(mateo.page, 'GIF / Photo', [picture('broken.png')]);
  await send(mateo.page).click();
  await expect(bo.page.getByText('This picture could not be prepared.')).toBeVisible();
});

test('a picture that cannot be fetched for minutes is not taken for a broken one, and comes in the end', async ({
  signedIn,
}) => {
  const mateo = await signedIn('Mateo Quispe Mamani', { blank: true });
  const { page } = await signedIn('Grace Wanjiru', { expected: networkAway, blank: true });
  await goToChat(mateo.page, ['Grace Wanjiru']);
  await attach(mateo.page, 'GIF / Photo', [picture('harbour.png')]);
  await send(mateo.page).click();
  await nothingWaits(mateo.page);
  let isAway = true;
  let asked = 0;
  await page.clock.install();
  await page.route('**/api/media/attachments/**', (route) => {
    asked += 1;
    return isAway ? route.abort() : route.fallback();
  });
  const askedAfterMinute = async () => {
    await page.clock.runFor(60_000);
    return asked;
  };
  await openChat(page, 'Mateo Quispe Mamani');
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect.poll(askedAfterMinute, { intervals: [100] }).toBeGreaterThan(12);
  await expect(page.getByText('This picture cannot be loaded right now.')).toBeVisible();
  isAway = false;
  asked = 0;
  // The page may still be noting the last failure: only then does it begin to wait for a minute.
  await expect.poll(askedAfterMinute, { intervals: [100] }).toBeGreaterThan(0);
  await showsPicture(page, 'harbour.png');
});

test('a picture opens in full, with keys, buttons and the way to the others', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await joined('Ana Lúcia Ferreira');
  await goToChat(page, ['Ana Lúcia Ferreira']);
  await attach(page, 'GIF / Photo', [picture('first.png', [1600, 1200]), picture('second.png'), picture('third.png')]);
  await send(page).click();
  await nothingWaits(page);
  for (const name of ['first.png', 'third.png', 'second.png']) await showsPicture(page, name);
  await openPicture(page, 'second.png').press('Enter');
  const viewer = (name: string) => page.getByRole('dialog', { name });
  await expect(viewer('second.png')).toContainText('Tevita Fifita');
  await expect(viewer('second.png').getByText('2 of 3')).toBeAttached();
  await expect(viewer('second.png')).toBeFocused();
  const fit = page.getByRole('button', { name: /^Fit to screen/ });

  await page.keyboard.press('+');
  await expect(fit).toHaveText('150%');
  await page.keyboard.press('+');
  await page.keyboard.press('-');
  await expect(fit).toHaveText('150%');
  await page.keyboard.press('0');
  await expect(fit).toHaveText('100%');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(fit).toHaveText('150%');
  await viewer('second.png').getByRole('img', { name: 'second.png' }).dblclick();
  await expect(fit).toHaveText('100%');
  await page.mouse.wheel(0, -300);
  await expect(fit).not.toHaveText('100%');

  await page.keyboard.press('ArrowRight');
  await expect(viewer('third.png')).toBeVisible();
  await expect(fit).toHaveText('100%');
  await page.keyboard.press('ArrowRight');
  await expect(viewer('third.png')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await expect(viewer('first.png')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^first\./);

  await pressEscape(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(openPicture(page, 'second.png')).toBeFocused();
});

test('a picture that is open in full is not in front of another chat', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await joined('Ben Boyd', 'Grace Wanjiru');
  for (const name of ['Ben Boyd', 'Grace Wanjiru']) await goToChat(page, [name]);
  // Links within one page, so that Back changes the chat without reloading.
  for (const name of ['Ben Boyd', 'Grace Wanjiru']) {
    await chatInList(page, name).click();
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  }
  await attach(page, 'GIF / Photo', [picture('boats.png')]);
  await send(page).click();
  await nothingWaits(page);
  await openPicture(page, 'boats.png').click();
  await expect(page.getByRole('dialog', { name: 'boats.png' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Ben Boyd', level: 2 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('on a phone a picture is chosen, sent and looked at by touch', async ({ signedIn, joined }) => {
  await joined('Ruth Adeyemi');
  const { page } = await signedIn('Kim Ha-eun', phone);
  await startChatByTouch(page, 'Ruth Adeyemi');
  await attach(page, 'Camera', [picture('very_long_name_of_a_photo_from_a_phone_20261121_081500.png', [900, 1600])]);
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = globalThis.document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(excess).toBe(0);
  await send(page).tap();
  await nothingWaits(page);
  await attach(page, 'File', [document('a.txt')]);
  await send(page).tap();
  await nothingWaits(page);
  await showsPicture(page, 'very_long_name');
  await openPicture(page, 'very_long_name').tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await settled(page);
  for (const control of await page.getByRole('dialog').getByRole('button').all()) {
    const place = await control.boundingBox();
    expect(Math.min(place?.width ?? 0, place?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('button', { name: 'Close picture' }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(excess).toBe(0);
});
