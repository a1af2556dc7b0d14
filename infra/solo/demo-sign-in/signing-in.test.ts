import { buildGroups } from '@koinonia/groups/app.ts';
import { groupsConfig } from '@koinonia/groups/config.ts';
import { buildIdentity } from '@koinonia/identity/app.ts';
import { identityConfig } from '@koinonia/identity/config.ts';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { listen } from '@koinonia/kit/process/listen.ts';
import { createTestBrowser, locationOf, type TestBrowser } from '@koinonia/kit/testing/browser.ts';
import { headersOfAnyone, testSecret } from '@koinonia/kit/testing/callers.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoSignIn, startDemoSignIn } from './demo-sign-in.ts';
import { choose, freshDir, log, openChoice, productUrl, startDemo } from './testing/steps.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** Identity and groups as they run in the product, with sign-in by this demo. */
async function startIdentity(demo: DemoSignIn, publicUrl = productUrl) {
  const shared = { DATABASE_URL: database.url, INTERNAL_SECRET: testSecret };
  const groups = await buildGroups({ config: groupsConfig(shared), log, bus: createMemoryBus(log) });
  const config = identityConfig({
    ...shared,
    PUBLIC_URL: publicUrl,
    GROUPS_URL: await listen(groups, { host: '127.0.0.1', port: 0 }, log),
    ALLOWED_DOMAIN: demo.domain,
    ADMIN_EMAILS: demo.adminEmails.join(','),
    OIDC_ISSUER: demo.issuer,
    GOOGLE_CLIENT_ID: demo.clientId,
    GOOGLE_CLIENT_SECRET: demo.clientSecret,
    SESSION_SECRET: 'a secret for sessions that only tests use',
  });
  const identity = await buildIdentity({ config, log, bus: createMemoryBus(log) });
  const url = await listen(identity, { host: '127.0.0.1', port: 0 }, log);
  return {
    newBrowser: () => createTestBrowser({ from: publicUrl, to: url, headers: () => headersOfAnyone('identity') }),
    close: () => Promise.all([identity.close(), groups.close()]),
  };
}

const start = (browser: TestBrowser, publicUrl = productUrl) =>
  browser.ask(`${publicUrl}/api/session/google?display=popup`);

async function signInAs(browser: TestBrowser, person: string, publicUrl?: string): Promise<Response> {
  const authorize = locationOf(await start(browser, publicUrl), 'http://localhost');
  return browser.ask(await choose(browser, await openChoice(browser, authorize), person));
}

const outcome = (answer: Response) => answer.headers.get('location');
const ok = '/signed-in.html?outcome=ok';

describe('signing in to the product', () => {
  let demo: DemoSignIn;
  let product: Awaited<ReturnType<typeof startIdentity>>;

  beforeAll(async () => {
    demo = await startDemo();
    product = await startIdentity(demo);
  });

  afterAll(async () => {
    await product.close();
    await demo.close();
  });

  const uidBehind = async (browser: TestBrowser) => {
    const answer = await browser.ask(`${productUrl}/api/session/token`, { method: 'POST' });
    const { token } = (await answer.json()) as { token: string };
    return decodeJwt(token).sub;
  };

  test('works for each of the staff, and each is somebody else', async () => {
    const staff = demo.people.filter(({ email }) => email.endsWith(`@${demo.domain}`));
    const uids = new Set<string | undefined>();
    for (const { sub } of staff) {
      const browser = product.newBrowser();
      expect(outcome(await signInAs(browser, sub))).toBe(ok);
      uids.add(await uidBehind(browser));
    }
    expect(staff.length).toBeGreaterThanOrEqual(12);
    expect(uids.size).toBe(staff.length);
  });

  test('is refused to the outsider', async () => {
    const answer = await signInAs(product.newBrowser(), 'demo-outsider');
    expect(outcome(answer)).toBe('/signed-in.html?outcome=domain_restricted');
  });

  test('as somebody else in the same browser asks again who it is', async () => {
    const browser = product.newBrowser();
    await signInAs(browser, 'demo-bo');
    const bo = await uidBehind(browser);
    expect(outcome(await signInAs(browser, 'demo-ruth'))).toBe(ok);
    expect(await uidBehind(browser)).not.toBe(bo);
  });

  test('in two tabs at once works in both, as two people', async () => {
    const browser = product.newBrowser();
    const tabs = [await start(browser), await start(browser)].map((answer) => locationOf(answer, 'http://localhost'));
    const pages = await Promise.all(tabs.map((authorize) => openChoice(browser, authorize)));
    const back = [await choose(browser, pages[1] ?? '', 'demo-bo'), await choose(browser, pages[0] ?? '', 'demo-ben')];
    for (const callback of back) expect(outcome(await browser.ask(callback))).toBe(ok);
  });

  test('can be cancelled', async () => {
    const answer = await signInAs(product.newBrowser(), '');
    expect(outcome(answer)).toBe('/signed-in.html?outcome=failed');
  });

  test('cannot be done twice with one code', async () => {
    const browser = product.newBrowser();
    const authorize = locationOf(await start(browser), 'http://localhost');
    const callback = await choose(browser, await openChoice(browser, authorize), 'demo-bo');
    const cookie = browser
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    expect(outcome(await browser.ask(callback))).toBe(ok);
    const replayed = await product.newBrowser().ask(callback, { headers: { cookie } });
    expect(outcome(replayed), 'even by who kept the cookies').toBe('/signed-in.html?outcome=failed');
  });

  test('works at the other spelling of the same machine', async () => {
    const publicUrl = 'http://127.0.0.1:8080';
    const other = await startIdentity(demo, publicUrl);
    expect(outcome(await signInAs(other.newBrowser(), 'demo-bo', publicUrl))).toBe(ok);
    await other.close();
  });

  test('goes nowhere but back to the product', async () => {
    const authorize = new URL(locationOf(await start(product.newBrowser()), 'http://localhost'));
    authorize.searchParams.set('redirect_uri', 'https://evil.example/api/session/callback');
    const answer = await fetch(authorize, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await answer.text()).toContain('Sign-in stopped');
  });

  test('needs PKCE', async () => {
    const authorize = new URL(locationOf(await start(product.newBrowser()), 'http://localhost'));
    authorize.searchParams.delete('code_challenge');
    authorize.searchParams.delete('code_challenge_method');
    const answer = await fetch(authorize, { redirect: 'manual' });
    expect(answer.headers.get('location')).toMatch(/error=invalid_request/);
  });
});

test('the product starts while the issuer is away, and people can sign in once it is there', async () => {
  const dataDir = await freshDir();
  const earlier = await startDemo({ dataDir });
  await earlier.close();
  const product = await startIdentity(earlier);
  expect(outcome(await start(product.newBrowser()))).toBe('/signed-in.html?outcome=failed');
  const demo = await startDemoSignIn({ publicUrl: productUrl, dataDir, log });
  expect(outcome(await signInAs(product.newBrowser(), 'demo-bo'))).toBe(ok);
  await product.close();
  await demo.close();
});
