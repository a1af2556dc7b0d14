import { expect, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { chatInList, goToChat, nothingWaits, say, showsExactly, waiting } from './helpers/chat.ts';
import { attach, document as file, fileLink, handOver, picture, send } from './helpers/files.ts';
import { choice } from './helpers/new-chat.ts';
import { phone } from './helpers/phone.ts';
import { settled } from './helpers/settled.ts';
import { tells } from './helpers/toasts.ts';

// No Safari runs these tests: they stage in Chromium what Safari does (infra/decisions/054-other-browsers.md).

interface Sharing {
  shared: { name: string; text: string }[];
  /** The names of the failures with which the system refuses the next shares. */
  refusals: string[];
}

/** As in an app on an iPhone's home screen, where the system saves files that are shared with it. */
async function asOnHomeScreen(page: Page) {
  await page.evaluate(() => {
    const sharing: Sharing = { shared: [], refusals: [] };
    Object.assign(globalThis, { sharing });
    const share = async ({ files = [] }: ShareData) => {
      const refusal = sharing.refusals.shift();
      if (refusal !== undefined) throw new DOMException('refused', refusal);
      for (const one of files) sharing.shared.push({ name: one.name, text: await one.text() });
    };
    Object.defineProperties(navigator, {
      standalone: { value: true },
      canShare: { value: () => true },
      share: { value: share },
    });
  });
}

const sharing = (page: Page) => page.evaluate(() => (globalThis as unknown as { sharing: Sharing }).sharing);
const refuseNext = (page: Page, name: string) =>
  page.evaluate((one) => (globalThis as unknown as { sharing: Sharing }).sharing.refusals.push(one), name);
const isOver = async (page: Page) => expect.poll(async () => (await sharing(page)).refusals).toEqual([]);
const names = async (page: Page) => (await sharing(page)).shared.map(({ name }) => name);

test('an app on an iPhone’s home screen has the system save what it cannot download', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await joined('Ben Boyd');
  const opened: string[] = [];
  page.on('download', (one) => opened.push(one.suggestedFilename()));
  await goToChat(page, ['Ben Boyd']);
  await attach(page, 'File', [file('Liste – قائمة.txt')]);
  await attach(page, 'GIF / Photo', [picture('boats.png')]);
  await send(page).click();
  await nothingWaits(page);
  await asOnHomeScreen(page);
  await fileLink(page).click();
  await expect
    .poll(() => sharing(page))
    .toMatchObject({ shared: [{ name: 'Liste – قائمة.txt', text: 'Bring boots.' }] });

  await refuseNext(page, 'AbortError');
  await fileLink(page).click();
  await isOver(page);
  await refuseNext(page, 'NotAllowedError');
  await fileLink(page).click();
  await tells(page, 'The file is here. Please press again to save it.');
  let asked = 0;
  const address = new URL((await fileLink(page).getAttribute('href')) ?? '', page.url()).href;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url() === address) asked += 1;
  });
  await fileLink(page).click();
  await expect.poll(() => names(page)).toHaveLength(2);
  expect(asked, 'it was kept for the second press').toBe(0);

  await page.getByRole('button', { name: 'Open picture boats.png' }).click();
  const link = page.getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible();
  const status = async () => (await page.request.get((await link.getAttribute('href')) ?? '')).status();
  await expect.poll(status, 'it has been prepared').toBe(200);
  await link.click();
  await expect
    .poll(() => names(page))
    .toEqual(['Liste – قائمة.txt', 'Liste – قائمة.txt', expect.stringMatching(/^boats\./)]);
  expect(opened, 'such an app would have opened it in its own place').toEqual([]);
});

test('what such an app exports too late for the press is saved by the next one', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.goto('/admin');
  await asOnHomeScreen(page);
  await refuseNext(page, 'NotAllowedError');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await tells(page, 'The file is here. Please press again to save it.');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => names(page)).toEqual([expect.stringMatching(/\.csv$/)]);
});

test('such an app, which would have no way back from a download of everything, sends one to Safari for it', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await page.goto('/home');
  await asOnHomeScreen(page);
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('link', { name: 'Profile' }).tap();
  await expect(page.getByText('please sign in with Safari and download it there.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download my data' })).toHaveCount(0);
});

test('what a phone shows is read, also before the first touch', async ({ signedIn }) => {
  const { page, context } = await signedIn('Kim Ha-eun', { ...phone, blank: true });
  const { page: anas } = await signedIn('Ana Lúcia Ferreira', { blank: true });
  await goToChat(anas, ['Kim Ha-eun']);
  await say(anas, 'Good morning #untouched');
  // As in an app on an iPhone's home screen.
  await context.addInitScript(() => {
    document.hasFocus = () => false;
  });
  await page.goto('/chat');
  await expect.poll(() => waiting(page)).toBe(1);
  await chatInList(page, 'Ana Lúcia Ferreira').tap();
  await showsExactly(page, '#untouched', ['Good morning #untouched']);
  await expect.poll(() => waiting(page)).toBe(0);
});

test('a keyboard that covers the page, as on an iPhone, does not cover a dialog', async ({ signedIn, joined }) => {
  await joined('Ben Boyd');
  const { page } = await signedIn('Ruth Adeyemi', { ...phone, blank: true });
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Start a new chat' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  await expect(choice(dialog, 'Ben Boyd')).toBeVisible();
  const keyboard = (height: number, movedUp: number) =>
    page.evaluate(
      ([covered, offset]) => {
        if (visualViewport === null) return;
        const get = (value: number) => ({ configurable: true, get: () => value });
        Object.defineProperties(visualViewport, { height: get(innerHeight - covered), offsetTop: get(offset) });
        visualViewport.dispatchEvent(new Event('resize'));
      },
      [height, movedUp] as const,
    );
  const edges = async () => {
    const { y = 0, height = 0 } = (await dialog.boundingBox()) ?? {};
    return { isBelowTop: y > 0, bottom: Math.round(y + height) };
  };
  const { height } = phone.size;
  await expect.poll(edges).toEqual({ isBelowTop: true, bottom: height });
  await keyboard(336, 0);
  await expect.poll(edges).toEqual({ isBelowTop: true, bottom: height - 336 });
  const seen = await dialog.boundingBox();
  await keyboard(336, 100);
  await expect.poll(edges).toEqual({ isBelowTop: true, bottom: height - 236 });
  expect((await dialog.boundingBox())?.height, 'the dialog moves with the page').toBe(seen?.height);
  await keyboard(0, 0);
  await expect.poll(edges).toEqual({ isBelowTop: true, bottom: height });

  await page.setViewportSize({ width: 820, height: 1180 });
  await keyboard(600, 0);
  await expect.poll(async () => (await edges()).bottom).toBeLessThan(580);
  expect((await edges()).isBelowTop).toBe(true);
});

test('a drag that goes from part to part of the page, which never tells where it goes on to, has not left it', async ({
  signedIn,
  joined,
}) => {
  const { page } = await signedIn('Jonas Lindqvist', { blank: true });
  await joined('Leilani');
  await goToChat(page, ['Leilani']);
  const cover = page.getByText('Drop files here to add them');
  const files = [file('rota.pdf')];
  await handOver(page, 'dragenter', files);
  await expect(cover).toBeVisible();
  await handOver(page, 'dragenter', files, send(page));
  await handOver(page, 'dragleave', files);
  await settled(page);
  await expect(cover).toBeVisible();
  await handOver(page, 'dragleave', files, send(page));
  await expect(cover).toBeHidden();
});

test('two fingers on a Mac’s trackpad enlarge the picture, not the page', async ({ signedIn, joined }) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await joined('Grace Wanjiru');
  await goToChat(page, ['Grace Wanjiru']);
  await attach(page, 'GIF / Photo', [picture('boats.png')]);
  await send(page).click();
  await nothingWaits(page);
  await page.getByRole('button', { name: 'Open picture boats.png' }).click();
  const fit = page.getByRole('button', { name: /^Fit to screen/ });
  await expect(page.getByRole('dialog', { name: 'boats.png' })).toBeFocused();
  const gesture = (type: string, scale: number) =>
    page.evaluate(
      ([name, to]) => {
        const [clientX, clientY] = [innerWidth / 2, innerHeight / 2];
        const event = new Event(name, { bubbles: true, cancelable: true });
        const place = globalThis.document.elementFromPoint(clientX, clientY);
        return place?.dispatchEvent(Object.assign(event, { scale: to, clientX, clientY }));
      },
      [type, scale] as const,
    );
  for (const [type, scale, shown] of [
    ['gesturestart', 1, '100%'],
    ['gesturechange', 1.5, '150%'],
    ['gesturechange', 2, '200%'],
    ['gesturestart', 1, '200%'],
    ['gesturechange', 0.8, '160%'],
  ] as const) {
    expect(await gesture(type, scale), 'the page itself is not zoomed').toBe(false);
    await expect(fit).toHaveText(shown);
  }
});
