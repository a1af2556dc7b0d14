import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test as playwright,
} from '@playwright/test';
import { demoPeople } from '@koinonia/infra/solo/demo-sign-in/people.ts';
import { type SoloProcess, startSoloProcess } from '../../support/solo-process.ts';
import { settled } from './settled.ts';
import { keepToasts } from './toasts.ts';
import { watch } from './watch.ts';

/** The domain of the demo's staff. */
export const domain = 'base.example';

/** A person's own browser. */
export interface Desk {
  readonly page: Page;
  readonly context: BrowserContext;
}

export interface Fixtures {
  /** A fresh browser of a person who has not signed in; `faults` are complaints of the page that the test provokes. */
  openBrowser(options?: DeskOptions): Promise<Desk>;
  /** A fresh browser in which a demo person has signed in, at the home page unless `blank`. */
  signedIn(name: string, options?: DeskOptions): Promise<Desk>;
  /** These demo people have signed in before, elsewhere: others can find them, and they do nothing themselves. */
  joined(...names: string[]): Promise<void>;
}

export interface DeskOptions {
  size?: { width: number; height: number };
  touch?: boolean;
  colours?: 'light' | 'dark';
  /** Caches the pages for offline use, by their service worker: as much work as a whole visit. */
  keepsPages?: boolean;
  /** Complaints on the console that the test provokes: matching ones are expected. */
  expected?: RegExp;
  /** Opens no page after the sign-in: the test opens the one that it needs. */
  blank?: boolean;
}

/** The product that the tests of one file share. The next file gets a fresh one, without any data. */
interface Bases {
  of(file: string, repetition: number): Promise<SoloProcess>;
}

export const test = playwright.extend<Fixtures & { base: SoloProcess }, { bases: Bases }>({
  bases: [
    // Playwright reads the needed fixtures from the pattern, and this one needs none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      let current: { name: string; solo: SoloProcess } | undefined;
      await use({
        async of(file, repetition) {
          const name = `${file} ${repetition}`;
          if (current?.name === name) return current.solo;
          const last = current;
          current = undefined;
          const [solo] = await Promise.all([startSoloProcess({}), last?.solo.end()]);
          current = { name, solo };
          return solo;
        },
      });
      await current?.solo.end();
    },
    { scope: 'worker' },
  ],

  base: [
    async ({ bases }, use, testInfo) => use(await bases.of(testInfo.file, testInfo.repeatEachIndex)),
    { timeout: 150_000 },
  ],

  openBrowser: async ({ browser, base }, use, testInfo) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = [];
    await use(async ({ size, touch, colours, keepsPages, expected } = {}) => {
      const context = await browser.newContext({
        baseURL: base.publicUrl,
        colorScheme: colours ?? 'light',
        serviceWorkers: keepsPages ? 'allow' : 'block',
        ...(size && { viewport: size }),
        ...(touch && { hasTouch: true, isMobile: true }),
      });
      opened.push({ context, complaints: watch(context, expected) });
      await keepToasts(context);
      return { context, page: await context.newPage() };
    });
    const complaints = opened.flatMap((one) => one.complaints);
    for (const { context } of opened) {
      for (const place of [...context.pages(), context]) await endRoutes(place);
      await context.close();
    }
    const failed = testInfo.status !== testInfo.expectedStatus || complaints.length > 0;
    if (failed) console.error(base.process.complaints().slice(-20).join('\n'));
    expect(complaints).toEqual([]);
  },

  signedIn: async ({ openBrowser }, use) => {
    await use(async (name, options) => {
      const desk = await openBrowser(options);
      await startSession(desk.context.request, name);
      if (options?.blank === true) return desk;
      await desk.page.goto('/home');
      await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible();
      return desk;
    });
  },

  joined: async ({ playwright: { request }, base }, use) => {
    await use(async (...names) => {
      for (const name of names) {
        const browser = await request.newContext({ baseURL: base.publicUrl });
        await startSession(browser, name);
        await browser.dispose();
      }
    });
  },
});

/** Signs in at the issuer without a window: only tests of signing in need to see one. */
async function startSession(browser: APIRequestContext, name: string): Promise<void> {
  const called = (words: string) => words.toLowerCase().includes(name.toLowerCase());
  const person = demoPeople(domain).people.find((one) => called(`${one.name} ${one.email}`));
  if (person === undefined) throw new Error(`nobody of the demo is called ${name}`);
  const choice = await browser.get('/api/session/google?display=popup');
  const ended = await browser.post(choice.url(), { form: { person: person.sub } });
  expect(ended.url()).toContain('outcome=ok');
}

/** A call that a test lets pass may still be under way. */
async function endRoutes(place: Page | BrowserContext): Promise<void> {
  try {
    await place.unrouteAll({ behavior: 'ignoreErrors' });
  } catch (failure) {
    // A test may close a browser itself.
    if (!place.isClosed()) throw failure;
  }
}

/** Restores the network, and waits until the page knows. */
export async function backOnline({ page, context }: Desk): Promise<void> {
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await settled(page);
}

/** On every signed-out page, and in the dialog before the others. */
export const signInButton = (place: Page | Locator): Locator =>
  place.getByRole('button', { name: 'Sign in with Google' });

/** Presses the button and chooses a person in the window that opens. */
export async function signIn(page: Page, name: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await signInButton(page).click();
  await choosePerson(await opening, name);
}

/** Chooses a person in the window of the issuer, which may close before the click is answered. */
export async function choosePerson(popup: Page, name: string): Promise<void> {
  await popup
    .getByRole('button', { name })
    .click()
    .catch((error) => {
      if (!popup.isClosed()) throw error;
    });
}
