import { randomUUID } from 'node:crypto';
import { setImmediate as told } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startTestAuthenticator, type TestAuthenticator } from '../testing/authenticator.ts';
import { testSecret } from '../testing/callers.ts';
import type { IdentityStandIn } from '../testing/identity-stand-in.ts';
import { signSessionToken } from './session-token.ts';
import { eventually } from '../testing/eventually.ts';

let access: TestAuthenticator;
let identity: IdentityStandIn;

beforeAll(async () => {
  access = await startTestAuthenticator();
  ({ identity } = access);
});

afterAll(() => access.close());

test('a session token is the person of its session, and asks identity once for calls that come together', async () => {
  const session = identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  const before = identity.calls.get('/internal/access/check') ?? 0;
  const all = await Promise.all(Array.from({ length: 20 }, () => access.authenticator.authenticate(token)));
  expect(new Set(all.map(({ uid }) => uid))).toEqual(new Set([session.uid]));
  // One call for all twenty, and perhaps one from the sweep.
  expect((identity.calls.get('/internal/access/check') ?? 0) - before).toBeLessThanOrEqual(2);
});

test('a session has another token each time, also within a second', async () => {
  const session = identity.startSession();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => signSessionToken(testSecret, session)));
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(20);
});

test('a session token signed with another secret, or for a session that is not there, is refused', async () => {
  const session = identity.startSession();
  const foreign = await signSessionToken('another secret of thirty-two characters', session);
  expect(await access.outcomeOf(foreign.token)).toBe('unauthenticated');
  const gone = await signSessionToken(testSecret, { uid: session.uid, sessionId: randomUUID() });
  expect(await access.outcomeOf(gone.token)).toBe('unauthenticated');
});

test('a token that was recognised is refused once it has ended', async () => {
  const session = identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  expect(await access.outcomeOf(token)).toBe(session.uid);
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
  // Both clocks: `now()` goes by the monotonic one if anything in this process has followed the database's time.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 301_000);
  expect(await access.outcomeOf(token)).toBe('unauthenticated');
});

test('a session cookie is the person of its session', async () => {
  const { uid, sessionId } = identity.startSession();
  await expect(access.authenticator.authenticateCookie(sessionId)).resolves.toMatchObject({ uid, sessionId });
  await expect(access.authenticator.authenticateCookie('none')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(access.authenticator.authenticateCookie('a'.repeat(600))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('a cookie is no Bearer token', async () => {
  const { sessionId } = identity.startSession();
  await access.authenticator.authenticateCookie(sessionId);
  expect(await access.outcomeOf(sessionId)).toBe('unauthenticated');
});

test('who is deactivated is told so, with either kind of token and with a cookie', async () => {
  const { uid, sessionId } = identity.startSession();
  identity.deactivate(uid);
  expect(await access.outcomeOf((await signSessionToken(testSecret, { uid, sessionId })).token)).toBe(
    'account_deactivated',
  );
  await expect(access.authenticator.authenticateCookie(sessionId)).rejects.toMatchObject({
    code: 'account_deactivated',
  });
  const idToken = await access.issuer.sign({ sub: 'leaver' });
  await access.outcomeOf(idToken);
  identity.deactivate(identity.uidOf('leaver') ?? '');
  await access.bus.publish('accessEnded', { sessions: [], people: [identity.uidOf('leaver') ?? ''] });
  await eventually(async () => expect(await access.outcomeOf(idToken)).toBe('account_deactivated'));
});

test('an ended session stops at once when the bus tells it', async () => {
  const session = identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  expect(await access.outcomeOf(token)).toBe(session.uid);
  identity.endSession(session.sessionId);
  await access.bus.publish('accessEnded', { sessions: [session.sessionId], people: [] });
  await told();
  expect(await access.outcomeOf(token)).toBe('unauthenticated');
});

test('an ended session stops within 5 s when the bus tells nothing', async () => {
  const session = identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  expect(await access.outcomeOf(token)).toBe(session.uid);
  identity.endSession(session.sessionId);
  await eventually(async () => expect(await access.outcomeOf(token)).toBe('unauthenticated'), {
    interval: 100,
    timeout: 5000,
  });
});

test('a deactivated person stops within 5 s when the bus tells nothing, though no session ends', async () => {
  const idToken = await access.issuer.sign({ sub: 'quiet-leaver' });
  const uid = await access.outcomeOf(idToken);
  expect(uid).toBe(identity.uidOf('quiet-leaver'));
  identity.deactivate(uid);
  await eventually(async () => expect(await access.outcomeOf(idToken)).toBe('account_deactivated'), {
    interval: 100,
    timeout: 5000,
  });
});
