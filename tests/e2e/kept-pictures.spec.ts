import { expect, type Page, type Worker } from '@playwright/test';
import { type Fixtures, signInButton, test } from './helpers/base.ts';
import { chatInList, goToChat } from './helpers/chat.ts';
import { picture } from './helpers/files.ts';
import { deviceOf, keptOn } from './helpers/on-device.ts';
import { workerOf } from './helpers/network.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

const faces = (page: Page) => page.locator('img[src*="/api/media/"]');
const drawn = (page: Page) =>
  faces(page).evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);

/** Pictures in the service worker's cache, of people and of groups. */
const kept = (page: Page, kind: string) =>
  page.evaluate(
    async (name) => (await (await caches.open('pictures')).keys()).filter(({ url }) => url.includes(name)).length,
    kind,
  );

async function upload(page: Page, button: string, title: string) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.locator('input[type=file]').setInputFiles(picture('face.png'));
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toBeHidden();
}

test('pictures of people and of groups are there without a network, and go at logout', async ({ signedIn, joined }) => {
  const ben = await signedIn('Ben Boyd', { blank: true });
  await ben.page.goto('/profile');
  await upload(ben.page, 'Change your picture', 'Your picture');

  const ruth = await signedIn('Ruth Adeyemi', { keepsPages: true, expected: either(networkAway, signedOut) });
  const { page, context } = ruth;
  await goToChat(page, ['Ben Boyd']);
  await joined('Tevita Fifita');
  await goToChat(page, ['Ben Boyd', 'Tevita Fifita'], 'Roof repairs');
  await page.getByRole('button', { name: 'Chat Info' }).click();
  await upload(page, 'Change group picture', 'Group picture');
  await page.evaluate(() => navigator.serviceWorker.ready);

  await page.goto('/chat');
  await expect.poll(() => kept(page, '/avatars/')).toBeGreaterThan(0);
  await expect.poll(() => kept(page, '/group-pictures/')).toBeGreaterThan(0);
  // What the pictures belong to, the person or the group, is cached, too.
  await expect.poll(async () => deviceOf(await keptOn(page))).toMatch(/(?=.*\/avatars\/)(?=.*\/group-pictures\/)/s);

  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto('/chat');
  await expect(chatInList(later, 'Roof repairs').locator('img[src*="/group-pictures/"]')).toBeVisible();
  await expect.poll(() => drawn(later)).toBeGreaterThanOrEqual(2);

  await context.setOffline(false);
  await later.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(later)).toBeVisible();
  await expect.poll(() => later.evaluate(() => caches.has('pictures'))).toBe(false);
});

/** Somebody with a picture of their own, which the service worker has cached, and its address. */
async function withPicture(signedIn: Fixtures['signedIn'], expected?: RegExp) {
  const { page, context } = await signedIn('Jonas Lindqvist', {
    keepsPages: true,
    blank: true,
    ...(expected && { expected }),
  });
  await page.goto('/profile');
  await upload(page, 'Change your picture', 'Your picture');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => kept(page, '/avatars/')).toBeGreaterThan(0);
  const address = await page.evaluate(
    async () => (await (await caches.open('pictures')).keys()).map(({ url }) => url).at(0) ?? '',
  );
  return { page, context, address, worker: workerOf(context) };
}

/** What the server answers the service worker from now on, when it asks for a picture. */
const answersWith = (worker: Worker, status: number, type = 'application/json') =>
  worker.evaluate(
    (given) => {
      const init = { status: given.status, headers: { 'content-type': given.type } };
      globalThis.fetch = () => Promise.resolve(new Response('{"error":"not now"}', init));
    },
    { status, type },
  );

/** The status that the page gets for an address; null if it gets no answer, or none `within` these ms. */
const statusOf = (page: Page, address: string, within?: number) =>
  page.evaluate(
    ([url, ms]) =>
      fetch(url, { signal: ms === undefined ? null : AbortSignal.timeout(ms) }).then(
        ({ status }) => status,
        () => null,
      ),
    [address, within] as const,
  );

const kindOf = (page: Page, address: string) =>
  page.evaluate(async (url) => (await fetch(url)).headers.get('content-type'), address);

test('pictures that the server cannot give at the moment are still there, those that it refuses are not', async ({
  signedIn,
}) => {
  const { page, address, worker } = await withPicture(signedIn, /status of (404|503)/);
  for (const status of [401, 408, 429, 500, 503]) {
    await answersWith(worker, status);
    expect([status, await statusOf(page, address)]).toEqual([status, 200]);
  }
  for (const status of [200, 403, 404]) {
    await answersWith(worker, status, 'text/html');
    expect([status, await kindOf(page, address)]).toEqual([status, 'image/webp']);
  }
  // Nothing of this one is cached.
  await answersWith(worker, 503);
  expect(await statusOf(page, address.replace(/[^/]+(?=\/\d+$)/, 'unknown'))).toBe(503);
  await answersWith(worker, 404);
  expect(await statusOf(page, address)).toBe(404);
  await expect.poll(() => kept(page, address)).toBe(0);
});

test('a picture that has been replaced is kept no longer', async ({ signedIn }) => {
  const { page, address } = await withPicture(signedIn);
  const inAnySize = address.replace(/\d+$/, '');
  expect(await kept(page, inAnySize)).toBeGreaterThan(0);
  await upload(page, 'Change your picture', 'Your picture');
  // Here all lists are shown.
  await page.goto('/chat');
  await expect.poll(() => kept(page, inAnySize)).toBe(0);
  await expect.poll(() => kept(page, '/avatars/')).toBeGreaterThan(0);
});

test('a picture waits for no cache, not even for one that never answers', async ({ signedIn }) => {
  const { page, address, worker } = await withPicture(signedIn);
  await worker.evaluate(() => {
    const never = () => new Promise<never>(() => {});
    Object.assign(Cache.prototype, { put: never, match: never });
  });
  expect(await statusOf(page, address, 10_000)).toBe(200);
  await worker.evaluate(() => void (caches.open = () => new Promise<never>(() => {})));
  expect(await statusOf(page, address, 10_000)).toBe(200);
});

interface Extendable {
  ExtendableEvent: { prototype: { waitUntil(work: Promise<unknown>): void } };
  asked: Promise<void>;
  letGo: () => void;
  works: readonly Promise<unknown>[];
}

test('a picture that comes after a logout is not kept', async ({ signedIn }) => {
  const { page, context, address, worker } = await withPicture(signedIn, signedOut);
  await worker.evaluate(() => {
    const { fetch: ask } = globalThis;
    const asked = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    globalThis.fetch = async (...given) => {
      const answer = await ask(...given);
      asked.resolve();
      await free.promise;
      return answer;
    };
    const { prototype } = (globalThis as unknown as Extendable).ExtendableEvent;
    const { waitUntil } = prototype;
    const works: Promise<unknown>[] = [];
    prototype.waitUntil = function (work) {
      works.push(work);
      waitUntil.call(this, work);
    };
    Object.assign(globalThis, { asked: asked.promise, letGo: free.resolve, works });
  });
  const other = await context.newPage();
  await other.goto('/profile');
  const coming = statusOf(other, address);
  await worker.evaluate(() => (globalThis as unknown as Extendable).asked);
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Logout' }).click();
  await ended;
  await expect.poll(() => page.evaluate(() => caches.has('pictures'))).toBe(false);
  await worker.evaluate(() => (globalThis as unknown as Extendable).letGo());
  expect(await coming).toBe(200);
  const works = await worker.evaluate(
    async () => (await Promise.all((globalThis as unknown as Extendable).works)).length,
  );
  expect(works).toBeGreaterThan(0);
  // A page that has not heard of it yet may go on asking.
  expect(await statusOf(other, address)).toBe(401);
  expect(await page.evaluate(() => caches.has('pictures'))).toBe(false);
});
