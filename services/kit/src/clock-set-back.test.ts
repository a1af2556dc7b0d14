import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Clock from './clock.ts';
import { testSecret } from './testing/callers.ts';

const log = pino({ level: 'silent' });
const anHour = 3_600_000;
let clock: typeof Clock;
let unfollow = () => {};

/** The time is kept once per process, so each test imports the modules afresh. The shared time is an hour ahead. */
beforeEach(async () => {
  vi.resetModules();
  clock = await import('./clock.ts');
  await goBy(anHour);
});
afterEach(() => unfollow());

async function goBy(ahead: number): Promise<void> {
  unfollow();
  unfollow = clock.followClock(async () => Date.now() + ahead, log);
  await expect.poll(() => Math.abs(clock.clockOffset() + ahead)).toBeLessThan(5000);
}

/** As when another database takes over, whose clock is right. */
const setBack = () => goBy(0);

test('the keys of an issuer that was away are asked for again, not an hour later', async () => {
  const { startTestIssuer } = await import('./testing/issuer.ts');
  const { createIssuerKeys } = await import('./auth/issuer-keys.ts');
  const issuer = await startTestIssuer();
  const keys = createIssuerKeys(issuer.url, log);
  async function hasKeys(): Promise<boolean> {
    try {
      return Boolean(await keys.getKey({ alg: 'RS256', kid: 'rsa' }, { payload: '', signature: '' }));
    } catch {
      return false;
    }
  }
  issuer.goAway();
  expect(await hasKeys()).toBe(false);
  await setBack();
  issuer.comeBack();
  await expect.poll(hasKeys).toBe(true);
  keys.close();
  await issuer.close();
});

test('a node that failed rests for a while, not for an hour', async () => {
  const { createServiceNodes } = await import('./calls/service-nodes.ts');
  const urls = ['http://10.0.0.1:8103', 'http://10.0.0.2:8103'];
  const nodes = createServiceNodes(urls);
  nodes.reportFailure(urls[0] ?? '');
  await setBack();
  await expect.poll(() => nodes.inOrder()[0]).toBe(urls[0]);
  nodes.close();
});

test('somebody whose access identity cannot confirm any more is not trusted for an hour', async () => {
  const { startTestAuthenticator } = await import('./testing/authenticator.ts');
  const { signSessionToken } = await import('./auth/session-token.ts');
  const access = await startTestAuthenticator();
  const session = access.identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  expect(await access.outcomeOf(token)).toBe(session.uid);
  await setBack();
  await access.identity.close();
  await expect.poll(() => access.outcomeOf(token)).toBe('unavailable');
  await access.close();
});
