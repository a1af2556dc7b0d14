import { randomUUID } from 'node:crypto';
import { resolveSession } from '@koinonia/contracts/identity-internal.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { sql } from 'kysely';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askAs, askInternally, browserAt, type Identity, startIdentity } from '../testing/identity.ts';
import { askToken, signInBy } from '../testing/sign-in.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { deleteOutlivedSessions } from './queries.ts';
import { createDeviceSealer } from './sealed-device.ts';
import { beginSession } from './service.ts';

let identity: Identity;

beforeAll(async () => {
  identity = await startIdentity();
});

beforeEach(async () => {
  await identity.db.deleteFrom('users').execute();
});

afterAll(() => identity.stop());

async function signedIn(headers: Record<string, string> = {}) {
  const browser = browserAt(identity, headers);
  await signInBy(browser, identity);
  const cookie = browser.cookies()[0]?.value ?? '';
  const { body } = await askInternally(identity, '/internal/sessions/resolve', { cookie });
  return { browser, cookie, ...resolveSession.answers[200].parse(body) };
}

const signOut = (browser: ReturnType<typeof browserAt>, headers: Record<string, string> = {}) =>
  browser.ask(`${identity.publicUrl}/api/session`, { method: 'DELETE', headers });
/** What the browser removes of all that it has from us. */
const clearedBy = (answer: { headers: Headers }) => answer.headers.get('clear-site-data');
const endedOf = async (sessionId: string, uid: string) =>
  (await askInternally(identity, '/internal/access/check', { sessions: [sessionId], people: [uid] })).body;
const letPass = (column: 'last_seen_at' | 'created_at', time: string) =>
  identity.db
    .updateTable('sessions')
    .set({ [column]: sql`now() - ${time}::interval` })
    .execute();

describe('the cookie of a session', () => {
  test('is out of reach of scripts and other sites, for as long as browsers keep any', async () => {
    const { browser } = await signedIn();
    expect(browser.cookies()).toMatchObject([{ name: 'session', path: '/', host: 'localhost' }]);
    expect(browser.cookies()[0]?.attributes.sort()).toEqual(['httponly', 'max-age=34560000', 'path=/', 'samesite=lax']);
  });

  test('is bound to its host on https', async () => {
    const secure = await identity.build({ PUBLIC_URL: 'https://app.base.example' });
    const browser = browserAt(secure);
    await signInBy(browser, secure);
    expect(browser.cookies()).toMatchObject([{ name: '__Host-session', path: '/', host: 'app.base.example' }]);
    expect(browser.cookies()[0]?.attributes).toContain('secure');
    expect((await askToken(browser, secure)).status).toBe(200);
    await secure.app.close();
  });

  test('gives a token that says whose it is, because a page may believe that somebody else is signed in', async () => {
    const { browser, uid } = await signedIn();
    expect(await (await askToken(browser, identity)).json()).toMatchObject({ uid });
  });

  test('cannot be guessed, nor found in the database', async () => {
    const { cookie } = await signedIn();
    expect(Buffer.from(cookie, 'base64url')).toHaveLength(32);
    const kept = JSON.stringify(await identity.db.selectFrom('sessions').selectAll().execute());
    expect(kept).not.toContain(cookie);
    expect(kept).not.toContain(JSON.stringify([...Buffer.from(cookie, 'base64url')]).slice(1, -1));
  });
});

describe('the short-lived token', () => {
  test.each([
    ['no cookie', {}, null],
    ['a cookie of no session', { cookie: `session=${'x'.repeat(43)}` }, '"cache"'],
    ['an empty cookie', { cookie: 'session=' }, '"cache"'],
    ['an endless cookie', { cookie: `session=${'x'.repeat(4000)}` }, '"cache"'],
  ])('is not given for %s', async (_, headers, cleared) => {
    const answer = await askToken(browserAt(identity), identity, headers);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
    expect(clearedBy(answer), 'only who may have been signed in clears their cache').toBe(cleared);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:8081', 'sec-fetch-site': 'same-origin' },
  ])('is not given to a page of elsewhere (%j), and it can end no session', async (headers) => {
    const { browser, sessionId, uid } = await signedIn();
    expect((await askToken(browser, identity, headers)).status).toBe(403);
    expect((await signOut(browser, headers)).status).toBe(403);
    expect(await endedOf(sessionId, uid)).toEqual({ endedSessions: [], inactivePeople: [] });
  });

  test('is given to our own page, also when it says that it sends JSON and sends nothing', async () => {
    const { browser } = await signedIn();
    const own = {
      'sec-fetch-site': 'same-origin',
      origin: 'http://localhost:8080',
      'content-type': 'application/json',
    };
    const answer = await askToken(browser, identity, own);
    expect([answer.status, clearedBy(answer)]).toEqual([200, null]);
  });
});

describe('a session ends', () => {
  test('when its person signs out, on the server too', async () => {
    const { browser, cookie, sessionId, uid } = await signedIn();
    const ended = identity.heard('accessEnded');
    const answer = await signOut(browser);
    expect([answer.status, clearedBy(answer)]).toEqual([204, '"cache"']);
    expect(browser.cookies()).toEqual([]);
    await eventually(() => expect(ended).toEqual([{ sessions: [sessionId], people: [] }]));
    expect(await endedOf(sessionId, uid)).toEqual({ endedSessions: [sessionId], inactivePeople: [] });
    const stolen = await askToken(browserAt(identity), identity, { cookie: `session=${cookie}` });
    expect(stolen.status).toBe(401);
    expect((await signOut(browser)).status, 'signing out twice is no fault').toBe(204);
  });

  test('after seven days in which nobody was there', async () => {
    const { browser, sessionId, uid } = await signedIn();
    await letPass('last_seen_at', '6 days 23 hours');
    expect((await askToken(browser, identity)).status).toBe(200);
    await letPass('last_seen_at', '7 days 1 second');
    const answer = await askToken(browser, identity);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
    expect(await endedOf(sessionId, uid)).toMatchObject({ endedSessions: [sessionId] });
  });

  test('thirty days after sign-in at the latest', async () => {
    const { browser, sessionId, uid } = await signedIn();
    await letPass('created_at', '30 days 1 second');
    expect((await askToken(browser, identity)).status).toBe(401);
    expect(await endedOf(sessionId, uid)).toMatchObject({ endedSessions: [sessionId] });
  });

  test('when somebody signs in again in the same browser', async () => {
    const { browser, sessionId, uid } = await signedIn();
    const ended = identity.heard('accessEnded');
    await signInBy(browser, identity);
    await eventually(() => expect(ended).toEqual([{ sessions: [sessionId], people: [] }]));
    expect(await endedOf(sessionId, uid)).toMatchObject({ endedSessions: [sessionId] });
    expect((await askToken(browser, identity)).status).toBe(200);
  });

  test('when its person is deactivated, who is told so and not merely sent to sign in', async () => {
    const { browser, cookie, sessionId, uid } = await signedIn();
    const ended = identity.heard('accessEnded');
    const { body: admin } = await askInternally(identity, '/internal/people/resolve', {
      issuer: identity.issuer.url,
      subject: 'another-admin',
      email: 'ruth@base.example',
      name: 'Another Ruth',
      picture: '',
    });
    const { uid: adminUid } = admin as { uid: string };
    const path = `/api/users/${uid}`;
    await askAs(adminUid, identity, { method: 'PATCH', path, body: { active: false } });
    await eventually(() => expect(ended).toEqual([{ sessions: [sessionId], people: [uid] }]));
    const answer = await askToken(browser, identity);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'account_deactivated' }]);
    expect(clearedBy(answer)).toBe('"cache"');
    expect(await endedOf(sessionId, uid)).toEqual({ endedSessions: [sessionId], inactivePeople: [uid] });
    const resolved = await askInternally(identity, '/internal/sessions/resolve', { cookie });
    expect(resolved).toMatchObject({ status: 200, body: { uid, active: false } });

    await askAs(adminUid, identity, { method: 'PATCH', path, body: { active: true } });
    expect((await askToken(browser, identity)).status, 'coming back is signing in anew').toBe(401);
  });
});

test('a session that has lived its time is forgotten with its device, also when its person never comes again', async () => {
  await signedIn();
  await letPass('created_at', '30 days 1 second');
  const restarted = await identity.build();
  await expect.poll(() => identity.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  await restarted.app.close();
});

test('a device that comes back late still learns that it was signed out, for as long as it keeps its cookie', async () => {
  const lost = await signedIn();
  await askAs(lost.uid, identity, { method: 'DELETE', path: `/api/session/${lost.sessionId}` });
  await letPass('created_at', '399 days');
  await deleteOutlivedSessions(identity.db);
  const answer = await askToken(lost.browser, identity);
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_ended' }]);
  await letPass('created_at', '400 days 1 second');
  await deleteOutlivedSessions(identity.db);
  expect(await (await askToken(lost.browser, identity)).json()).toMatchObject({ code: 'unauthenticated' });
});

test('being there is noted, though not at every call', async () => {
  const { browser } = await signedIn();
  const lastSeen = () => identity.db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow();
  await letPass('last_seen_at', '4 minutes');
  const before = await lastSeen();
  await askToken(browser, identity);
  expect(await lastSeen()).toEqual(before);
  await letPass('last_seen_at', '6 minutes');
  await askToken(browser, identity);
  expect((await lastSeen()).last_seen_at.getTime()).toBeGreaterThan(before.last_seen_at.getTime());
});

describe('one’s own devices', () => {
  const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' };

  test('are listed with where and since when', async () => {
    const { uid, sessionId } = await signedIn(firefox);
    const { status, body } = await askAs(uid, identity, { path: '/api/session/all', sessionId });
    expect([status, body]).toEqual([
      200,
      [
        {
          id: sessionId,
          device: 'Firefox on Windows',
          address: '203.0.113.7',
          createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          lastSeenAt: expect.any(String),
          current: true,
        },
      ],
    ]);
  });

  test('are encrypted where they are kept', async () => {
    await signedIn(firefox);
    const kept = JSON.stringify(await identity.db.selectFrom('sessions').selectAll().execute());
    expect(kept).not.toMatch(/Firefox|Windows|203\.0\.113/);
  });

  test('are still known after a restart, and unknown under another secret', async () => {
    const { uid } = await signedIn(firefox);
    const restarted = await identity.build();
    expect((await askAs(uid, restarted, { path: '/api/session/all' })).body).toMatchObject([
      { device: 'Firefox on Windows' },
    ]);
    await restarted.app.close();
    const other = await identity.build({ SESSION_SECRET: 'quite another secret than it was until now' });
    expect((await askAs(uid, other, { path: '/api/session/all' })).body).toMatchObject([
      { device: 'Unknown device', address: '', current: false },
    ]);
    await other.app.close();
  });

  test('can be signed out one by one', async () => {
    const phone = await signedIn();
    const laptop = await signedIn();
    const ended = identity.heard('accessEnded');
    const path = `/api/session/${phone.sessionId}`;
    const call = { method: 'DELETE', path, sessionId: laptop.sessionId };
    expect(await askAs(phone.uid, identity, call)).toMatchObject({ status: 204 });
    await eventually(() => expect(ended).toEqual([{ sessions: [phone.sessionId], people: [] }]));
    // By its code, the phone deletes what was not sent from it; by the header, what its browser has cached.
    const answer = await askToken(phone.browser, identity);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_ended' }]);
    expect(clearedBy(answer)).toBe('"cache"');
    expect((await askToken(laptop.browser, identity)).status).toBe(200);
    expect(await askAs(phone.uid, identity, call), 'there is nothing left to end').toMatchObject({ status: 404 });
  });

  test('are nobody else’s to list or end', async () => {
    const { browser, sessionId } = await signedIn();
    const path = `/api/session/${sessionId}`;
    const stranger = randomUUID();
    expect(await askAs(stranger, identity, { path: '/api/session/all' })).toMatchObject({ body: [] });
    expect(await askAs(stranger, identity, { method: 'DELETE', path })).toMatchObject({ status: 404 });
    expect((await browser.ask(`${identity.publicUrl}/api/session/all`)).status, 'nor a cookie’s').toBe(401);
    expect((await browser.ask(identity.publicUrl + path, { method: 'DELETE' })).status).toBe(401);
    expect((await askToken(browser, identity)).status).toBe(200);
  });
});

test('a person who signs in while they are deactivated is left with no session', async () => {
  await signedIn();
  const sealer = createDeviceSealer('a secret that outlives every restart of the tests');
  const { id: uid } = await identity.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const device = { device: 'Firefox on Windows', address: '' };
  const context = { db: identity.db, bus: identity.bus, sealer, internalSecret: testSecret };
  const signingIn = await identity.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ active: false }).execute();
    const beginning = beginSession(context, uid, { device, olderCookie: undefined }).catch((error: unknown) => error);
    // For the lock on the row, until this transaction has ended the existing sessions.
    await eventually(async () => expect(await waitingForLocks(identity.db)).toBe(1));
    await trx
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .execute();
    return { beginning };
  });
  expect(await signingIn.beginning).toMatchObject({ code: 'account_deactivated' });
});
