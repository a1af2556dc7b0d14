import { expect } from '@playwright/test';
import { choosePerson, domain, signIn, signInButton, test } from './helpers/base.ts';
import { call } from './helpers/calls.ts';
import { losesCalls, takeNetworkAway } from './helpers/network.ts';
import { pathsInMenu } from './helpers/pages-in-menu.ts';
import { tells, toldOn } from './helpers/toasts.ts';
import { networkAway, signedOut } from './helpers/watch.ts';

test('a colleague signs in through the window of the issuer and is at home', async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/');
  await expect(page).toHaveTitle(/Koinonia/);
  await signIn(page, 'Ben Boyd');
  await page.waitForURL('**/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Harbour Base');
  await expect(page.getByText('Your central place for prayer, groups, resources, and communication.')).toBeVisible();
  await expect(page.getByText('Ben Boyd')).toBeVisible();
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));
  await expect.poll(kept).toEqual({
    uid: expect.any(String),
    email: `ben@${domain}`,
    displayName: 'Ben Boyd',
    photoURL: '',
  });
});

test('someone from elsewhere is told why not, and nothing of them is kept', async ({ openBrowser }) => {
  const { page, context } = await openBrowser();
  await page.goto('/');
  await signIn(page, 'Oliver Grant');
  await expect(page.getByText(`Access restricted to ${domain} emails`).first()).toBeVisible();
  await expect(signInButton(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  expect((await context.cookies()).filter(({ name }) => name === 'session')).toEqual([]);
  await page.goto('/home');
  await expect(page.getByRole('dialog', { name: 'Sign in required' })).toBeVisible();
});

test('whoever closes the choice is told that it did not work, and can try again', async ({ openBrowser }) => {
  const { page, context } = await openBrowser();
  const elsewhere = await context.newPage();
  const alerts: string[] = [];
  // A person on another page has done nothing.
  for (const one of [page, elsewhere])
    one.on('dialog', async (dialog) => {
      alerts.push(`${dialog.message()}${one === page ? '' : ' elsewhere'}`);
      await dialog.accept();
    });
  await elsewhere.goto('/profile');
  await expect(signInButton(elsewhere)).toBeVisible();
  await page.bringToFront();
  await page.goto('/');
  await signIn(page, 'Cancel');
  await tells(page, 'Failed to sign in');
  expect(alerts).toEqual(['Failed to login']);
  // As when a whole base signs in within a minute.
  await page.goto('/?signIn=too_many');
  await expect(page.getByRole('alert')).toHaveText(
    'Too many people are signing in at once. Please try again in a minute.',
  );
  expect(alerts).toEqual(['Failed to login', 'Failed to login']);
  await signIn(page, 'Ben Boyd');
  await page.waitForURL('**/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(alerts, 'what was reported is not reported again').toEqual(['Failed to login', 'Failed to login']);
  await expect(elsewhere.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  expect(await toldOn(elsewhere)).toEqual([]);
});

test('whoever has signed in gets in when the first calls after it do not get through', async ({ openBrowser }) => {
  const { page } = await openBrowser({ expected: networkAway });
  await page.goto('/');
  await expect(signInButton(page)).toBeVisible();
  await losesCalls(page, /\/api\/(session\/token|me)$/, 2);
  await signIn(page, 'Ben Boyd');
  await page.waitForURL('**/home');
});

test('the gate stands before every page, and leads on to where one wanted to go', async ({ openBrowser }) => {
  const { page } = await openBrowser();
  for (const path of [...pathsInMenu, '/admin', '/chat']) {
    await page.goto(path);
    const gate = page.getByRole('dialog', { name: 'Sign in required' });
    await expect(signInButton(gate)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gate).toBeVisible();
  }
  await signIn(page, 'Grace Wanjiru');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByRole('button', { name: 'Start a new chat' })).toBeVisible();
});

test('a reload keeps who is signed in, and so does another tab', async ({ signedIn }) => {
  const { page, context } = await signedIn('Ben Boyd');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Harbour Base');
  const other = await context.newPage();
  await other.goto('/');
  await other.waitForURL('**/home');
  await expect(other.getByText('Ben Boyd')).toBeVisible();
  // The login screen was replaced, so Back does not lead to it.
  expect(await other.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test('a page that cannot ask who is signed in says so, goes on asking, and opens', async ({ signedIn }) => {
  const { page } = await signedIn('Ben Boyd', { expected: networkAway, blank: true });
  const notReached = page.getByText('Koinonia can’t be reached right now.');
  for (const { path, call, answer, opened } of [
    { path: '/', call: '**/api/me', answer: null, opened: 'Welcome to Harbour Base' },
    { path: '/profile', call: '**/api/session/token', answer: { status: 503 }, opened: 'My Profile' },
  ]) {
    await page.route(call, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
    await page.goto(path);
    await expect(notReached).toBeVisible();
    await page.unroute(call);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(opened);
    await page.evaluate(() => localStorage.removeItem('user'));
  }
});

test('a page that is opened without a network says so, and asks who is signed in when one is back', async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ keepsPages: true, expected: networkAway });
  const signIn = signInButton(page);
  await page.goto('/');
  await expect(signIn).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const bringBack = await takeNetworkAway(context);
  await page.goto('/home');
  await expect(page.getByText('You’re offline. Koinonia will open when you’re back.')).toBeVisible();
  await bringBack();
  await expect(signIn).toBeVisible();
});

test('logging out leaves nothing behind, in no tab', async ({ signedIn }) => {
  const { page, context } = await signedIn('Tevita Fifita', { expected: signedOut });
  const other = await context.newPage();
  await other.goto('/chat');
  await expect(other.getByRole('button', { name: 'Start a new chat' })).toBeVisible();
  // Browsers render background tabs only now and then.
  await page.bringToFront();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(signInButton(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('chat:'));
  expect(await page.evaluate(kept)).toEqual([]);
  await expect(signInButton(other)).toBeVisible();
  expect(await other.evaluate(kept)).toEqual([]);
  await page.goto('/chat');
  await expect(page.getByRole('dialog', { name: 'Sign in required' })).toBeVisible();
});

test('a logout that does not get through ends the session as soon as it does', async ({ signedIn, openBrowser }) => {
  const { page, context } = await signedIn('Grace Wanjiru', { expected: networkAway });
  const elsewhere = await openBrowser();
  await elsewhere.context.addCookies(await context.cookies());
  const answer = async () => (await elsewhere.context.request.post('/api/session/token')).status();
  await losesCalls(page, /\/api\/session$/, 2);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(answer).toBe(401);
});

test('after a logout that did not get through one signs in again, without a popup too', async ({ signedIn }) => {
  const { page, context } = await signedIn('Grace Wanjiru', { expected: networkAway });
  await page.addInitScript(() => Object.assign(globalThis, { open: () => null }));
  await page.reload();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  const signIn = signInButton(page);
  await expect(signIn).toBeVisible();
  await context.setOffline(false);
  await signIn.click();
  await page.getByRole('button', { name: 'Grace Wanjiru' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Harbour Base');
  const devices = (await call(page, 'GET', '/api/session/all')) as { current: boolean }[];
  expect(devices.filter(({ current }) => current)).toHaveLength(1);
});

test('an older logout that still does not get through never ends the session of a new sign-in', async ({
  signedIn,
}) => {
  const { page } = await signedIn('Grace Wanjiru', { expected: networkAway });
  await page.addInitScript(() => Object.assign(globalThis, { open: () => null }));
  await page.reload();
  await page.route('**/api/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  const signIn = signInButton(page);
  await signIn.click();
  await expect(page.getByRole('alert')).toHaveText('Koinonia can’t be reached right now. Please try again.');
  await page.unroute('**/api/session');
  await signIn.click();
  await page.getByRole('button', { name: 'Grace Wanjiru' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Harbour Base');
});

test('an older logout does not end a new sign-in either whose first page is gone by then', async ({ signedIn }) => {
  const { page, context } = await signedIn('Grace Wanjiru', { expected: networkAway });
  const next = await context.newPage();
  await page.route('**/api/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  const opening = page.waitForEvent('popup');
  await signInButton(page).click();
  const popup = await opening;
  await expect(popup.getByRole('button', { name: 'Grace Wanjiru' })).toBeVisible();
  await page.close();
  const closed = popup.waitForEvent('close');
  await choosePerson(popup, 'Grace Wanjiru');
  await closed;
  await next.goto('/home');
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('Welcome to Harbour Base');
});
