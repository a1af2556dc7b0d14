import { createSessionTokenVerifier } from '@koinonia/kit/auth/session-token.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askAs, browserAt, type Identity, known, startIdentity } from '../testing/identity.ts';
import { askToken, chooseAccount, leaveForIssuer, signInBy } from '../testing/sign-in.ts';

let identity: Identity;

beforeAll(async () => {
  identity = await startIdentity();
});

beforeEach(async () => {
  await identity.db.deleteFrom('users').execute();
});

afterAll(() => identity.stop());

const outcomeOf = (answer: Response) => [answer.status, answer.headers.get('location')];
const popup = (outcome: string) => [302, `/signed-in.html?outcome=${outcome}`];
const peopleKnown = () => identity.db.selectFrom('users').selectAll().execute();
const sessionsKept = () => identity.db.selectFrom('sessions').selectAll().execute();

describe('leaving for the issuer', () => {
  test('asks for a code with PKCE, state and nonce, for an account of the domain', async () => {
    const url = new URL(await leaveForIssuer(browserAt(identity), identity));
    expect(url.origin).toBe(identity.issuer.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: identity.issuer.clientId,
      redirect_uri: 'http://localhost:8080/api/session/callback',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^popup\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      hd: 'base.example',
      prompt: 'select_account',
    });
  });

  test('keeps nothing in the browser that it or anyone could read', async () => {
    const browser = browserAt(identity);
    const url = new URL(await leaveForIssuer(browser, identity));
    const [cookie] = browser.cookies();
    expect(cookie?.attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'max-age=600']));
    for (const secret of ['state', 'nonce']) expect(cookie?.value).not.toContain(url.searchParams.get(secret));
  });

  test('is refused for a display that is none', async () => {
    const answer = await browserAt(identity).ask('http://localhost:8080/api/session/google?display=frame');
    expect(answer.status).toBe(400);
  });

  test('ends on the page that asked when the issuer is away', async () => {
    const lost = await identity.build({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    const failed = await browserAt(lost).ask('http://localhost:8080/api/session/google');
    expect(outcomeOf(failed)).toEqual([302, '/?signIn=failed']);
    const inPopup = await browserAt(lost).ask('http://localhost:8080/api/session/google?display=popup');
    expect(outcomeOf(inPopup)).toEqual(popup('failed'));
    await lost.app.close();
  });
});

describe('signing in', () => {
  test('makes the person and a session, and tells the popup', async () => {
    const browser = browserAt(identity);
    expect(outcomeOf(await signInBy(browser, identity))).toEqual(popup('ok'));
    const [person] = await peopleKnown();
    expect(person).toMatchObject({
      subject: 'sub-of-ruth',
      display_name: 'Ruth Adeyemi',
      role: 'admin',
      theme: 'auto',
    });

    const answer = await askToken(browser, identity);
    const { token, expiresAt } = (await answer.json()) as { token: string; expiresAt: string };
    const verified = await createSessionTokenVerifier(testSecret)(token);
    expect(verified).toMatchObject({ uid: person?.id, sessionId: expect.any(String) });
    expect(new Date(expiresAt).getTime()).toBe(verified.expiresAt);
  });

  test('by redirect ends at home', async () => {
    expect(outcomeOf(await signInBy(browserAt(identity), identity, {}, 'redirect'))).toEqual([302, '/home']);
  });

  test('again is being the same person', async () => {
    await signInBy(browserAt(identity), identity, { sub: 'sub-of-bo', email: 'bo@base.example', name: 'Bo' });
    await signInBy(browserAt(identity), identity, { sub: 'sub-of-bo', email: 'bo@base.example', name: 'Bo B.' });
    expect(await peopleKnown()).toMatchObject([{ display_name: 'Bo', role: 'member' }]);
  });

  test('with an older ID token does not bring the earlier address back', async () => {
    const now = Math.floor(Date.now() / 1000);
    const signInAs = (email: string, iat: number) =>
      signInBy(browserAt(identity), identity, { sub: 'sub-of-bo', email: `${email}@base.example`, iat });
    await signInAs('bo', now - 120);
    await signInAs('bo.boyd', now - 60);
    expect(outcomeOf(await signInAs('bo', now - 90))).toEqual(popup('ok'));
    expect(await peopleKnown()).toMatchObject([{ email: 'bo.boyd@base.example' }]);
    await signInAs('bo', now);
    expect(await peopleKnown()).toMatchObject([{ email: 'bo@base.example' }]);
  });

  test('makes an admin of whom ADMIN_EMAILS names, also of a member', async () => {
    await signInBy(browserAt(identity), identity);
    await identity.db.updateTable('users').set({ role: 'member' }).execute();
    const updates = identity.heard('personUpdated');
    await signInBy(browserAt(identity), identity, { email: 'Ruth@BASE.example' });
    expect(await peopleKnown()).toMatchObject([{ role: 'admin', email: 'Ruth@BASE.example' }]);
    await eventually(() => expect(updates).toMatchObject([{ me: { role: 'admin', groups: ['All Staff'] } }]));
  });

  test('in several tabs at once works in each', async () => {
    const browser = browserAt(identity);
    const first = await leaveForIssuer(browser, identity);
    const second = await leaveForIssuer(browser, identity, 'redirect');
    const backFromSecond = await chooseAccount(browser, second);
    const backFromFirst = await chooseAccount(browser, first);
    expect(outcomeOf(await browser.ask(backFromSecond))).toEqual([302, '/home']);
    expect(outcomeOf(await browser.ask(backFromFirst))).toEqual(popup('ok'));
  });

  test('that is begun over and over does not fill the browser with cookies', async () => {
    const browser = browserAt(identity);
    for (let tries = 0; tries < 12; tries += 1) await leaveForIssuer(browser, identity);
    expect(browser.cookies()).toHaveLength(5);
    expect(outcomeOf(await signInBy(browser, identity))).toEqual(popup('ok'));
  });

  test('of fifty browsers together makes one person', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => signInBy(browserAt(identity), identity)));
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(Array(50).fill(popup('ok')[1]));
    expect(await peopleKnown()).toHaveLength(1);
  });
});

test('what became of sign-ins is counted, from the first on', async () => {
  const counting = await identity.build();
  const away = await identity.build({ OIDC_ISSUER: 'http://127.0.0.1:9' });
  const countsOf = async ({ app }: typeof counting) => {
    const counter = app.metrics.registry.getSingleMetric('identity_sign_ins_total');
    const { values } = await counter!.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]));
  };
  const none = { ok: 0, domain_restricted: 0, account_deactivated: 0, too_many: 0, failed: 0, abandoned: 0 };
  expect(await countsOf(counting)).toEqual(none);

  const ofThis = { ...identity, ...counting };
  await signInBy(browserAt(ofThis), ofThis);
  await signInBy(browserAt(ofThis), ofThis, { email: 'ruth@elsewhere.example', hd: 'elsewhere.example' });
  await browserAt(ofThis).ask('http://localhost:8080/api/session/callback?code=none&state=popup.none');
  const browser = browserAt(ofThis);
  for (const error of ['access_denied', 'server_error']) {
    const { searchParams } = new URL(await leaveForIssuer(browser, ofThis));
    const state = searchParams.get('state');
    await browser.ask(`http://localhost:8080/api/session/callback?error=${error}&state=${state}`);
  }
  // Whatever anybody may bring about, without a cookie or by a no at the issuer, is told from what fails.
  expect(await countsOf(counting)).toEqual({ ...none, ok: 1, domain_restricted: 1, abandoned: 2, failed: 1 });

  await browserAt(away).ask('http://localhost:8080/api/session/google');
  expect(await countsOf(away)).toEqual({ ...none, failed: 1 });
  await Promise.all([counting.app.close(), away.app.close()]);
});

describe('nobody comes in', () => {
  test.each([
    ['from another domain', { email: 'ruth@elsewhere.example', hd: 'elsewhere.example' }],
    ['with an address that only ends alike', { email: 'ruth@evilbase.example' }],
    ['whose organisation is another', { hd: 'elsewhere.example' }],
    ['whose address is not verified', { email_verified: false }],
  ])('%s, and nothing of them is stored', async (_, claims) => {
    const browser = browserAt(identity);
    expect(outcomeOf(await signInBy(browser, identity, claims))).toEqual(popup('domain_restricted'));
    expect([await peopleKnown(), await sessionsKept(), browser.cookies()]).toEqual([[], [], []]);
    expect(outcomeOf(await signInBy(browser, identity, claims, 'redirect'))).toEqual([
      302,
      '/?signIn=domain_restricted',
    ]);
  });

  test.each([
    ['for another nonce', { nonce: 'the nonce of another attempt' }],
    ['without a nonce', { nonce: null }],
    ['that has ended', { exp: 1 }],
    ['for another client', { aud: 'another client' }],
    ['for us and another client', { aud: ['koinonia-tests', 'another client'], azp: 'koinonia-tests' }],
    ['of another issuer', { iss: 'https://another.issuer.example' }],
    ['from the future', { iat: 9_999_999_999, exp: 9_999_999_999 }],
  ])('with an ID token %s', async (_, claims) => {
    const browser = browserAt(identity);
    expect(outcomeOf(await signInBy(browser, identity, claims))).toEqual(popup('failed'));
    expect([await peopleKnown(), browser.cookies()]).toEqual([[], []]);
  });

  test('who was deactivated, and they are told so', async () => {
    await known(identity, 'ruth');
    await identity.db.updateTable('users').set({ active: false }).execute();
    const browser = browserAt(identity);
    expect(outcomeOf(await signInBy(browser, identity))).toEqual(popup('account_deactivated'));
    expect([await sessionsKept(), browser.cookies()]).toEqual([[], []]);
  });

  test('by a callback that was used already', async () => {
    const browser = browserAt(identity);
    const callback = await chooseAccount(browser, await leaveForIssuer(browser, identity));
    expect(outcomeOf(await browser.ask(callback))).toEqual(popup('ok'));
    expect(outcomeOf(await browser.ask(callback))).toEqual(popup('failed'));
    expect(await sessionsKept()).toHaveLength(1);
  });

  test('by a callback that another browser began', async () => {
    const attacker = browserAt(identity);
    const callback = await chooseAccount(attacker, await leaveForIssuer(attacker, identity));
    const victim = browserAt(identity);
    await leaveForIssuer(victim, identity);
    expect(outcomeOf(await victim.ask(callback))).toEqual(popup('failed'));
    expect(await sessionsKept()).toEqual([]);
    expect(outcomeOf(await attacker.ask(callback)), 'the attempt itself is still good').toEqual(popup('ok'));
  });

  test('with a code of another attempt of the same browser', async () => {
    const browser = browserAt(identity);
    const first = new URL(await chooseAccount(browser, await leaveForIssuer(browser, identity)));
    const second = new URL(await chooseAccount(browser, await leaveForIssuer(browser, identity)));
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(outcomeOf(await browser.ask(second.href))).toEqual(popup('failed'));
  });

  test.each([
    '',
    '?state=popup.x',
    '?state=popup.x&code=y',
    '?code=y',
    '?error=access_denied&state=popup.x',
    '?state=%00',
  ])('by a callback with %j', async (query) => {
    const answer = await browserAt(identity).ask(`http://localhost:8080/api/session/callback${query}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(query.includes('popup') ? popup('failed')[1] : '/?signIn=failed');
  });

  test('who changes their mind at the issuer', async () => {
    const browser = browserAt(identity);
    const { searchParams } = new URL(await leaveForIssuer(browser, identity));
    const callback = `http://localhost:8080/api/session/callback?error=access_denied&state=${searchParams.get('state')}`;
    expect(outcomeOf(await browser.ask(callback))).toEqual(popup('failed'));
    expect(browser.cookies()).toEqual([]);
  });
});

test('an attempt survives a restart of the service', async () => {
  const browser = browserAt(identity);
  const callback = await chooseAccount(browser, await leaveForIssuer(browser, identity));
  const restarted = await identity.build();
  const cookie = browser
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const answer = await browserAt(restarted).ask(callback, { headers: { cookie } });
  expect(outcomeOf(answer)).toEqual(popup('ok'));
  await restarted.app.close();
});

test('a sign-in that cannot end the browser’s older session leaves none that no browser has', async () => {
  const browser = browserAt(identity);
  await signInBy(browser, identity);
  await sql`create table identity.held (id uuid references identity.sessions)`.execute(identity.db);
  await sql`insert into identity.held select id from identity.sessions`.execute(identity.db);
  expect(outcomeOf(await signInBy(browser, identity))).toEqual(popup('failed'));
  await sql`drop table identity.held`.execute(identity.db);
  expect(await sessionsKept()).toHaveLength(1);
  expect((await askToken(browser, identity)).status).toBe(200);
});

test('a browser that does not get the cookie of a new sign-in is not told that its device was shut out', async () => {
  const browser = browserAt(identity);
  await signInBy(browser, identity);
  const before = browser.cookies().map(({ name, value }) => `${name}=${value}`);
  await signInBy(browser, identity);
  const answer = await askToken(browserAt(identity), identity, { cookie: before.join('; ') });
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
});

test('who signed in is who they are at the next call', async () => {
  await signInBy(browserAt(identity), identity);
  const [person] = await peopleKnown();
  expect(await askAs(person?.id ?? '', identity, { path: '/api/me' })).toMatchObject({ status: 200 });
});
