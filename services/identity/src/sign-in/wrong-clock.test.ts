import { clockOffset } from '@koinonia/kit/clock.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browserAt, startIdentity } from '../testing/identity.ts';
import { signInBy } from '../testing/sign-in.ts';

const hour = 3_600_000;

test('on a machine whose clock is hours ahead, people sign in as everywhere', async () => {
  const identity = await startIdentity();
  const rightTime = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => rightTime() + 2 * hour);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await identity.stop();
  });
  await expect.poll(() => Math.round(clockOffset() / hour), { timeout: 20_000 }).toBe(2);
  const seconds = Math.floor(rightTime() / 1000);
  const answer = await signInBy(browserAt(identity), identity, { iat: seconds, exp: seconds + 3600 });
  expect(answer.headers.get('location')).toBe('/signed-in.html?outcome=ok');
});
