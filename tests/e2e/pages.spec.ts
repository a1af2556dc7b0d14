import { expect, type Locator, type Page } from '@playwright/test';
import { backOnline, test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { held } from './helpers/held-answers.ts';
import { failsUntilClick, getsAllWithTokens, getsTokensAlone } from './helpers/network.ts';
import { pagesInMenu, pathsInMenu } from './helpers/pages-in-menu.ts';
import { settled } from './helpers/settled.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { networkAway } from './helpers/watch.ts';

/** The address of the built page's parts. */
const parts = '**/assets/*.js';
/** The browser complains about each part that cannot be loaded. */
const expected = /Failed to (load resource|fetch)|dynamically imported module|error loading/i;

const isTheSamePage = (page: Page) => page.evaluate(() => 'isTheSamePage' in window);
const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { isTheSamePage: true }));
const tooWide = (place: Locator) => place.evaluate((element) => element.scrollWidth - element.clientWidth);
const goToProfile = (page: Page) => page.getByRole('link', { name: 'Profile' }).first().click();

test('every page but Chat and the console has its title and its place in the navigation', async ({ signedIn }) => {
  const { page } = await signedIn('Ben Boyd');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const inMenu = () => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')).toSorted());
  await expect.poll(inMenu).toEqual([...pathsInMenu, '/chat'].toSorted());
  for (const [link, path, title] of pagesInMenu) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => tooWide(page.getByRole('navigation', { name: 'Main' })), 'has its bold name whole').toBe(0);
  }
  await expect(page.getByText('Links, forms, and helpful info.')).toBeVisible();
  await page.goto('/prayer');
  await expect(page.getByText('Pray for one another.')).toBeVisible();
  await page.goto('/groups');
  await expect(page.getByText('You are part of the following groups:')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toHaveText('All Staff');
});

test('My Groups says that there may be more while nobody knows which, and finds out', async ({ signedIn }) => {
  const { page: ruths } = await signedIn('Ruth Adeyemi', { blank: true });
  const { page } = await signedIn('Grace Wanjiru', { expected: /status of 500/ });
  await call(ruths, 'POST', '/api/groups', { name: 'Kitchen crew' });
  const { uid } = (await call(page, 'GET', '/api/me')) as { uid: string };
  await call(ruths, 'PATCH', `/api/users/${uid}`, { groups: ['Kitchen crew'] });
  await getsTokensAlone(page);
  await failsUntilClick(page, '**/api/me', 500);
  await page.goto('/groups');
  const main = page.getByRole('main');
  await expect(main.getByText('Your other groups could not be loaded.')).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveText(['All Staff']);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('listitem')).toHaveText(['All Staff', 'Kitchen crew']);
  await expect(main.getByText('could not be loaded')).toBeHidden();
});

test('a page asks for its data before the script has come that its paint waits for', async ({ signedIn }) => {
  const { page } = await signedIn('Ben Boyd', { blank: true });
  // A page of ours that loads nothing. Without an icon of its own, some versions of Chromium request `favicon.ico`.
  const empty = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
  await page.route('**/empty', (route) => route.fulfill(empty));
  await page.goto('/empty');
  const me = await call(page, 'GET', '/api/me');
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(me));
  const beforePaint = await held(page, '**/before-paint.js', 'GET');
  await getsAllWithTokens(page);
  const token = page.waitForResponse('**/api/session/token');
  const opened = page.goto('/chat');
  expect(Object.keys((await (await token).json()).answers)).toEqual(['chats', 'me', 'people']);
  await beforePaint.letGo();
  // Named first: the seventh would wait for one of the browser's six connections.
  const { link } = (await opened)?.headers() ?? {};
  expect(link).toMatch(/^<\/before-paint\.js>; rel=preload; as=script, <\/assets\/early-/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the first lists of a page come with its token, and it asks for them again when its socket is connected', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ben Boyd');
  await page.goto('about:blank');
  await getsAllWithTokens(page);
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(session\/token|chat|me|users)$/.test(pathname)) made.push(`${request.method()} ${pathname}`);
  });
  page.on('websocket', () => made.push('socket'));
  await page.goto('/chat');
  await expect.poll(() => made).toContain('GET /api/chat');
  await expect.poll(() => made).toContain('GET /api/me');
  expect(made.slice(0, 2)).toEqual(['POST /api/session/token', 'socket']);
});

test('a page whose token comes alone asks for its first lists by itself', async ({ signedIn }) => {
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await getsTokensAlone(page);
  const all = ['**/api/chat', '**/api/me', '**/api/users'].map((address) => page.waitForResponse(address));
  await page.goto('/chat');
  expect((await Promise.all(all)).map((answer) => answer.ok())).toEqual([true, true, true]);
});

test('an address that leads nowhere says so: within the frame, with all ways on, to whoever is in', async ({
  signedIn,
  openBrowser,
}) => {
  const ben = await signedIn('Ben Boyd');
  for (const path of ['/nothing/here', '/admin/nothing', '/chat/nothing/here']) {
    for (const { page } of [ben, await openBrowser()]) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('There is no page here');
      await expect(page.getByRole('link', { name: 'Go to Home' })).toBeVisible();
    }
    await expect(
      ben.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }),
    ).toBeVisible();
  }
  await ben.page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Harbour Base');

  const phone = await signedIn('Ben Boyd', { size: { width: 390, height: 844 }, touch: true });
  await phone.page.goto('/chat/nothing/here');
  await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
  await phone.page.getByRole('button', { name: 'Open menu' }).tap();
  await expect(phone.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Chat' })).toBeVisible();
});

test('the admin console is for admins: others are led home and see no link to it', async ({ signedIn }) => {
  const ben = await signedIn('Ben Boyd', { blank: true });
  await ben.page.goto('/admin');
  await ben.page.waitForURL('**/home');
  await expect(ben.page.getByRole('link', { name: 'Chat' })).toBeVisible();
  await expect(ben.page.getByRole('link', { name: 'Admin Console' })).toBeHidden();
  const ruth = await signedIn('Ruth Adeyemi');
  await expect(ruth.page.getByRole('link', { name: 'Admin Console' })).toBeVisible();
  await ruth.page.goto('/admin');
  await expect(ruth.page).toHaveURL(/\/admin$/);
});

test('the theme follows the device until somebody chooses one, and stays chosen', async ({ signedIn }) => {
  const { page } = await signedIn('Ben Boyd', { blank: true });
  await page.goto('/profile');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(paper).not.toBe(light);
  await settled(page);
  const dark = await paper();

  await page.getByLabel('Theme Preference').selectOption('Light Mode');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await tells(page, 'Profile updated successfully!');
  await expect.poll(paper).toBe(light);
  await page.reload();
  await expect.poll(paper).toBe(light);
  const bar = () =>
    page.locator('meta[name="theme-color"]').evaluateAll((bars) => {
      const first = (bars as HTMLMetaElement[]).find(({ media }) => matchMedia(media).matches);
      return first?.content;
    });
  await expect.poll(bar).toBe('#f8f3ee');

  await page.getByLabel('Theme Preference').selectOption('Auto (Based on Device)');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(paper).toBe(dark);
});

test('a name that is changed is shown everywhere, and what was not changed cannot be saved', async ({ signedIn }) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await page.goto('/profile');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeDisabled();
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.getByLabel('Display Name').fill('Tevita F.');
  const saving = await held(page, '**/api/update-profile', 'POST');
  await save.click();
  await saving.come;
  await page.getByLabel('Phone').fill('+676 123');
  await saving.letGo();
  await tells(page, 'Profile updated successfully!');
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Tevita F.');
  await expect(page.getByLabel('Phone')).toHaveValue('+676 123');
  await save.click();
  await tells(page, 'Profile updated successfully!');
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel('Display Name')).toHaveValue('Tevita F.');
  await expect(page.getByLabel('Phone')).not.toHaveValue('');

  // Later tests look for him by his original name.
  await page.getByLabel('Display Name').fill('Tevita Fifita');
  await save.click();
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Tevita Fifita');
});

test('a phone number that is saved by Enter is saved, also when one leaves its field before the answer comes', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await page.goto('/profile');
  const phone = page.getByLabel('Phone');
  const saving = await held(page, '**/api/update-profile', 'POST');
  await phone.fill('4155550123');
  await phone.press('Enter');
  await saving.come;
  await phone.blur();
  await expect(phone).toHaveValue('(415) 555-0123');
  await saving.letGo();
  await tells(page, 'Profile updated successfully!');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
});

test('what is edited in the profile stays while one looks at another page, until it is saved', async ({ signedIn }) => {
  const { page } = await signedIn('Tevita Fifita', { blank: true });
  await page.goto('/profile');
  await page.getByLabel('Phone').fill('4155550199');
  await page.getByRole('link', { name: 'Prayer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prayer Requests');
  await page.goBack();
  await expect(page.getByLabel('Phone')).toHaveValue('(415) 555-0199');

  const save = page.getByRole('button', { name: 'Save Changes' });
  const saving = await held(page, '**/api/update-profile', 'POST');
  await save.click();
  await saving.come;
  await page.getByRole('link', { name: 'Prayer' }).click();
  await page.waitForURL('**/prayer');
  await saving.letGo();
  await tells(page, 'Profile updated successfully!');
  await page.goBack();
  await expect(page.getByLabel('Phone')).toHaveValue('(415) 555-0199');
  await expect(save).toBeDisabled();
});

test('a page whose parts are gone, because a new version came, starts over where one wanted to go', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected });
  await markPage(page);
  await page.route(parts, async (route) => {
    if (await isTheSamePage(page).catch(() => false)) await route.fulfill({ status: 404, body: '' });
    else await route.continue();
  });
  await goToProfile(page);
  await expect(page.getByLabel('Display Name')).toBeVisible();
  expect(await isTheSamePage(page)).toBe(false);
});

test('while the server is away the page stays, and says that something does not work', async ({ signedIn }) => {
  const { page } = await signedIn('Ruth Adeyemi', { expected });
  await markPage(page);
  await page.route(parts, (route) => route.abort());
  await page.route('**/api/config', (route) => route.abort());
  await goToProfile(page);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(await isTheSamePage(page)).toBe(true);
});

test('a server that fails is told of once, however often it is asked, or in the place of what is missing', async ({
  signedIn,
}) => {
  const ben = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  const { page, context } = ben;
  const answer = { status: 503, json: { error: 'Please try again.', code: 'unavailable' } };
  await getsTokensAlone(page);
  await page.route(/\/api\/chat$/, (route) => route.fulfill(answer));
  await page.goto('/home');
  await expect(page.getByRole('alert')).toContainText('Your chats could not be loaded.');
  await settled(page);
  expect(await toldOn(page)).toEqual([]);

  let answers = 0;
  await page.route(/\/api\/me$/, async (route) => {
    await route.fulfill(answer);
    answers += 1;
  });
  // Each failure is tried once more before it counts.
  for (const expected of [2, 4]) {
    await context.setOffline(true);
    await backOnline(ben);
    await expect.poll(() => answers).toBeGreaterThanOrEqual(expected);
  }
  await tells(page, 'Failed to sync user role');
  await settled(page);
  expect(await toldOn(page)).toEqual([]);
});
