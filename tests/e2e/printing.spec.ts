import { expect, type Locator, type Page } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import type { SoloProcess } from '../support/solo-process.ts';
import { type Desk, test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { box, goToChat, nothingWaits, say } from './helpers/chat.ts';
import { attach, document, picture } from './helpers/files.ts';
import { message } from './helpers/message-acts.ts';
import { choosePrint, countPrints, onPaper, paper, printDialog, prints } from './helpers/printed.ts';

const onScreen = (page: Page) => page.emulateMedia({ media: null });

/** The code for printing is fetched a moment after the page has opened; until then the page is printed as it is. */
async function canPrint(page: Page): Promise<void> {
  await expect(async () => {
    await onScreen(page);
    await onPaper(page);
    await expect(paper(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await onScreen(page);
  await expect(paper(page)).toHaveCount(0);
}

/** Waits until events and layout of what happened last are done. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

const letter = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of a letter to those who pray.`).join('\n');

async function talk(ruth: Desk): Promise<void> {
  const { page } = ruth;
  await goToChat(page, ['Ben Boyd', 'مريم حداد'], 'To be kept on paper');
  await say(page, 'How many of us fit into the boat?');
  await say(page, letter);
  await attach(page, 'GIF / Photo', [picture('harbour.png', [1200, 800])]);
  await attach(page, 'File', [document('packing list.txt')]);
  await say(page, 'This is how she looks.');
  await expect(page.getByRole('link', { name: /packing list\.txt/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open picture harbour.png' })).toBeVisible();
}

test('a chat is printed as a document: who, when, and all that was said, in black on white', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd', 'مريم حداد');
  const ruth = await signedIn('Ruth Adeyemi', { colours: 'dark' });
  const { page } = ruth;
  await talk(ruth);
  await canPrint(page);
  await box(page).fill('Not said yet');

  await onPaper(page);
  const printed = paper(page);
  await expect(printed.getByRole('heading', { level: 1 })).toHaveText('To be kept on paper');
  await expect(printed.locator('header')).toContainText('Ben Boyd, Ruth Adeyemi, مريم حداد');
  await expect(printed.locator('header')).toContainText(`${await page.evaluate(() => new Date().getFullYear())}`);
  await expect(printed.locator('header')).toContainText(/\d+ messages/);
  await expect(printed.getByRole('heading', { level: 2 })).toHaveText(/day/);
  await expect(printed).toContainText('Line 40 of a letter to those who pray.');
  await expect(printed).toContainText('Attachment: packing list.txt');
  await expect(printed).toContainText('Attachment: harbour.png');
  await expect(printed.getByRole('figure').locator('img')).toHaveJSProperty('complete', true);

  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Chats' })).toHaveCount(0);
  await expect(page.getByRole('log')).toHaveCount(0);
  expect(
    await printed.evaluate((sheet) => [
      getComputedStyle(sheet).color,
      getComputedStyle(sheet.ownerDocument.body).backgroundColor,
      // No scrolling container cuts anything off.
      sheet.scrollHeight <= sheet.ownerDocument.documentElement.scrollHeight,
    ]),
  ).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', true]);

  await onScreen(page);
  await expect(paper(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('Not said yet');
  await expect(message(page, 'This is how she looks.')).toBeInViewport();
});

test('a sheet ends before a message or within a very long one, and the page is as it was afterwards', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Ben Boyd']);
  for (let count = 1; count <= 12; count++) await say(page, `Said ${count}\n${letter.slice(0, 300)}`);
  await expect(message(page, 'Said 12')).toBeInViewport();
  await canPrint(page);

  const title = await page.title();
  const heard = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<string>();
    addEventListener('beforeprint', () => resolve(globalThis.document.title), { once: true });
    return { promise };
  });
  const pdf = await page.pdf({ format: 'A4' });
  const sheets = pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? [];
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets.length).toBeLessThan(5);
  // The title, which browsers print at the edge of each sheet and suggest as file name.
  expect(await heard.evaluate(({ promise }) => promise)).toBe('Ben Boyd');
  await expect(page).toHaveTitle(title);
  await expect(paper(page)).toHaveCount(0);
  await expect(message(page, 'Said 12')).toBeInViewport();

  await onPaper(page);
  const breaks = () =>
    paper(page)
      .locator('section')
      .evaluateAll((messages) => messages.map((one) => getComputedStyle(one).breakInside));
  await expect.poll(async () => [...new Set(await breaks())]).toEqual(['avoid']);
  await onScreen(page);
});

test('a chat is printed even before the code for its paper is there, and stays where it was', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.route(/printed-chat/, () => {});
  await goToChat(page, ['Ben Boyd']);
  for (let count = 1; count <= 12; count++) await say(page, `Told ${count}\n${letter.slice(0, 300)}`);
  await nothingWaits(page);
  const log = page.getByRole('log', { name: 'Messages' });
  const left = () => log.evaluate((one) => Math.round(one.scrollHeight - one.clientHeight - one.scrollTop));
  await expect.poll(left).toBe(0);
  // The box for writing, drawn in the font for paper, would have another height.
  await onPaper(page);
  await expect(page.getByRole('region', { name: 'Chats' }), 'nothing of other chats').toBeHidden();
  await expect(box(page)).toBeHidden();
  await expect(message(page, 'Told 12')).toBeVisible();
  await onScreen(page);
  await page.pdf({ format: 'A4' });
  await twoFrames(page);
  expect(await left()).toBe(0);

  await message(page, 'Told 5').scrollIntoViewIfNeeded();
  await twoFrames(page);
  const before = await left();
  expect(before).toBeGreaterThan(500);
  await page.pdf({ format: 'A4' });
  await twoFrames(page);
  expect(await left()).toBe(before);
});

test('pictures that the page shows are on the paper at once: a browser that prints does not wait', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await goToChat(page, ['Ben Boyd']);
  await attach(page, 'GIF / Photo', [picture('lighthouse.png', [1200, 800])]);
  await say(page, 'From the cape.');
  await nothingWaits(page);
  // The larger size, which the page does not show, never comes.
  await page.route(/\?w=960$/, () => {});
  await page.reload();
  const shown = page.getByRole('log').getByRole('img', { name: 'lighthouse.png' });
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await canPrint(page);
  // As a browser does: it captures the page as soon as the page has had the event.
  const widths = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const images = [...globalThis.document.querySelectorAll<HTMLImageElement>('[data-paper] img')];
    const found = images.map(({ complete, naturalWidth }) => (complete ? naturalWidth : 0));
    dispatchEvent(new Event('afterprint'));
    return found;
  });
  expect(widths).toHaveLength(1);
  expect(widths[0]).toBeGreaterThan(0);
});

const lines = (page: Page): Locator => paper(page).locator('section');

/** A chat with so many messages, opened at its end. */
async function openLongChat(
  base: SoloProcess,
  { page }: Desk,
  people: readonly string[],
  count: number,
): Promise<void> {
  await countPrints(page);
  await goToChat(page, people, `Long talk of ${count}`);
  const id = chatIdOf(page);
  await fillChat(await databaseOf(base.dataDir), id, await uidOf(page), count);
  await call(page, 'POST', `/api/chat/${id}/read`, { seq: count });
  await page.goto(`/chat/${id}`);
  await expect(page.getByRole('log').locator(`[data-seq="${count}"]`)).toBeInViewport();
}

test('whoever chooses to print a chat gets all of it; the browser’s own command prints what is loaded, and says so', async ({
  signedIn,
  joined,
  base,
}) => {
  await joined('Ben Boyd', 'Grace Wanjiru');
  const ruth = await signedIn('Ruth Adeyemi');
  const { page } = ruth;
  await openLongChat(base, ruth, ['Ben Boyd', 'Grace Wanjiru'], 700);
  await canPrint(page);
  await onPaper(page);
  await expect(paper(page)).toContainText(/This begins on .* Earlier messages are not printed\. “Print this chat”/);
  await expect(lines(page).last()).toContainText('Line 700');
  expect(await lines(page).count()).toBeLessThan(330);
  await onScreen(page);

  await choosePrint(page);
  await expect(printDialog(page)).toContainText('700 messages, from the first to the newest.');
  await expect.poll(() => prints(page)).toBe(1);
  await expect(page.getByRole('log').locator('[data-seq="700"]')).toBeInViewport();
  await onPaper(page);
  await expect(paper(page).filter({ visible: true })).toHaveCount(1);
  await expect(paper(page).filter({ visible: true }).locator('section')).toHaveCount(700);
  await expect(paper(page).filter({ visible: true })).toContainText('Line 1 ');
  await expect(paper(page).filter({ visible: true })).not.toContainText('not printed');
  await onScreen(page);
  const pdf = await page.pdf({ format: 'A4' });
  expect((pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? []).length).toBeGreaterThan(10);

  await printDialog(page).getByRole('button', { name: 'Print', exact: true }).click();
  expect(await prints(page)).toBe(2);
  await printDialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(paper(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Print this chat' })).toBeFocused();
  await expect(page.getByRole('log').locator('[data-seq="700"]')).toBeInViewport();
});

test('printing can be cancelled while the messages are gathered, and tried again when they cannot be had', async ({
  signedIn,
  joined,
  base,
}) => {
  await joined('Ben Boyd', 'Jonas Lindqvist');
  const ruth = await signedIn('Ruth Adeyemi', { expected: /status of 503/ });
  const { page } = ruth;
  await openLongChat(base, ruth, ['Ben Boyd', 'Jonas Lindqvist'], 450);
  const older = /\/messages\?limit=200&before=/;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route(older, async (route) => {
      resolve();
      await new Promise<void>((go) => (answer = go));
      await route.fulfill({ status: 503, json: { error: 'Please try again.', code: 'unavailable' } });
    });
  });
  await choosePrint(page);
  await asked;
  await expect(printDialog(page)).toContainText('200 so far');
  await expect(printDialog(page).getByRole('button', { name: 'Print', exact: true })).toBeDisabled();
  await printDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(printDialog(page)).toHaveCount(0);
  answer();

  await page.getByRole('button', { name: 'Print this chat' }).click();
  await expect(async () => {
    answer();
    await expect(printDialog(page)).toContainText('The messages could not be loaded.', { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await page.unroute(older);
  await printDialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(printDialog(page)).toContainText('450 messages, from the first to the newest.');
  await expect.poll(() => prints(page)).toBe(1);
});

test('of a very long chat the newest 5,000 messages are printed, and the paper says from when on', async ({
  signedIn,
  joined,
  base,
}) => {
  await joined('Grace Wanjiru', 'Jonas Lindqvist');
  const ruth = await signedIn('Ruth Adeyemi');
  const { page } = ruth;
  await openLongChat(base, ruth, ['Grace Wanjiru', 'Jonas Lindqvist'], 5100);
  let pages = 0;
  page.on('response', (answer) => (pages += answer.url().includes('/messages?limit=200') ? 1 : 0));
  await choosePrint(page);
  await expect.poll(() => pages).toBeGreaterThanOrEqual(12);
  await expect.poll(() => pages).toBe(25);
  await expect(printDialog(page)).toContainText(
    /The newest 5,000 messages, from .* on\. Earlier ones are not printed\./,
  );
  await expect.poll(() => prints(page)).toBe(1);
  await expect(paper(page)).toContainText(/This begins on .* Earlier messages are not printed\./);
  await expect(paper(page)).not.toContainText('“Print this chat”');
  await expect(lines(page)).toHaveCount(5000);
  await expect(lines(page).first()).toContainText('Line 101');
});
