import { expect, type Page, type Route } from '@playwright/test';
import { type Desk, test } from './helpers/base.ts';
import { call, chatIdOf } from './helpers/calls.ts';
import { goToChat, isStored, nothingWaits, say } from './helpers/chat.ts';
import { attach, picture } from './helpers/files.ts';
import { choosePrint, countPrints, onPaper, printDialog, prints } from './helpers/printed.ts';

/** The size of a picture on paper. */
const printed = /\?w=960$/;

async function sendPictures({ page }: Desk, people: readonly string[], names: readonly string[]): Promise<void> {
  await countPrints(page);
  await goToChat(page, people);
  await attach(
    page,
    'GIF / Photo',
    names.map((name) => picture(name, [1200, 800])),
  );
  await say(page, 'From the boat.');
  await isStored(page, 'From the boat.');
  // So far below them that the pictures are no longer loaded when the chat is opened again.
  for (let count = 1; count <= 4; count++) await say(page, `Log ${count}${'\nWind and waves.'.repeat(40)}`);
  await isStored(page, 'Log 4');
  await nothingWaits(page);
  await arePrepared(page);
  await page.reload();
  await isStored(page, 'Log 4');
}

/** Waits until the server has prepared all pictures of the chat: from then on it sends them at once. */
async function arePrepared(page: Page): Promise<void> {
  const sent = (await call(page, 'GET', `/api/chat/${chatIdOf(page)}/attachments`)) as { attachmentUrl: string }[];
  const statusOf = async (url: string) => (await page.context().request.get(`${url}?w=960`)).status();
  for (const { attachmentUrl } of sent) await expect.poll(() => statusOf(attachmentUrl)).toBe(200);
}

/** The widths of the pictures on the paper; 0 for one that is not there. */
const widths = (page: Page) =>
  page
    .locator('[data-paper="all"] img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));

test('a picture that the server asks to wait for, or that gets no answer at first, is on the paper, too', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd');
  const ruth = await signedIn('Ruth Adeyemi', { expected: /status of (429|502)|ERR_FAILED/, blank: true });
  const { page } = ruth;
  await sendPictures(ruth, ['Ben Boyd'], ['harbour.png', 'sails.png', 'island.png']);
  const json = { error: 'That was too much at once.', code: 'too_many_requests' };
  const refusals: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json }),
    (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
    (route) => route.abort(),
  ];
  await page.route(printed, (route) => (refusals.shift() ?? ((other) => other.fallback()))(route));
  await choosePrint(page);
  await expect.poll(() => prints(page)).toBe(1);
  expect(refusals).toHaveLength(0);
  await expect(printDialog(page)).toContainText('from the first to the newest.');
  await expect(printDialog(page)).not.toContainText('missing');
  await onPaper(page);
  expect(await widths(page)).toEqual([960, 960, 960]);
});

test('pictures are counted as they come, and those that cannot be had are told of', async ({ signedIn, joined }) => {
  await joined('Grace Wanjiru');
  const ruth = await signedIn('Ruth Adeyemi', { expected: /status of 410/, blank: true });
  const { page } = ruth;
  await sendPictures(ruth, ['Grace Wanjiru'], ['harbour.png', 'sails.png', 'island.png']);
  const free = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(printed, async (route) => {
    const turn = ++asked;
    if (turn > 1) await free.promise;
    if (turn !== 2) return route.fallback();
    await route.fulfill({ status: 410, json: { error: 'This picture could not be prepared.', code: 'gone' } });
  });
  await choosePrint(page);
  await expect(printDialog(page)).toContainText('1 of 3 pictures');
  expect(await prints(page)).toBe(0);
  free.resolve();
  await expect(printDialog(page)).toContainText('1 picture could not be loaded and is missing.');
  await expect.poll(() => prints(page)).toBe(1);
  await onPaper(page);
  expect((await widths(page)).toSorted()).toEqual([0, 960, 960]);
});
