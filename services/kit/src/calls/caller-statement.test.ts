import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { type Caller, createCallerSigner, createCallerVerifier } from './caller-statement.ts';
import { deriveKey } from '../process/secrets.ts';
import { testSecret } from '../testing/callers.ts';

const ruth: Caller = { kind: 'person', uid: randomUUID(), sessionId: null };
const sign = createCallerSigner(testSecret);
const verify = createCallerVerifier(testSecret, 'chat');

afterEach(() => void vi.useRealTimers());

async function forged(claims: Record<string, unknown>, options: { secret?: string; expires?: string } = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('chat')
    .setIssuedAt()
    .setExpirationTime(options.expires ?? '60s')
    .sign(deriveKey(options.secret ?? testSecret, 'caller-statement'));
}

test('a statement tells the service who is calling', async () => {
  expect(await verify(await sign(ruth, 'chat'))).toEqual(ruth);
  expect(await verify(await sign({ kind: 'process', name: 'gateway' }, 'chat'))).toEqual({
    kind: 'process',
    name: 'gateway',
  });
});

test('a statement for another service is refused', async () => {
  await expect(verify(await sign(ruth, 'media'))).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('no statement, nonsense and an empty one are refused', async () => {
  for (const statement of [undefined, '', 'nonsense', 'a.b.c']) {
    await expect(verify(statement)).rejects.toMatchObject({ code: 'unauthenticated' });
  }
});

test('a statement signed with another secret, expired, of no known kind, or of nobody with an id of ours is refused', async () => {
  const bad = [
    forged({ ...ruth }, { secret: 'some other secret of thirty-two letters' }),
    forged({ ...ruth }, { expires: '-1 minute' }),
    forged({ ...ruth, kind: 'admin' }),
    forged({ kind: 'person' }),
    forged({ ...ruth, uid: 'ruth' }),
  ];
  for (const statement of bad) await expect(verify(await statement)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a statement that was good is refused once it has expired, and is not made again until then', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  // New ones: the shared ones may have noted times by another clock, which this one does not continue.
  const sign = createCallerSigner(testSecret);
  const verify = createCallerVerifier(testSecret, 'chat');
  const statement = await sign(ruth, 'chat');
  expect(await verify(statement)).toEqual(ruth);
  vi.advanceTimersByTime(29_000);
  expect(await sign(ruth, 'chat'), 'it is still good for as long as a call may take').toBe(statement);
  vi.advanceTimersByTime(2_000);
  const next = await sign(ruth, 'chat');
  expect(next).not.toBe(statement);
  expect(await verify(statement)).toEqual(ruth);
  vi.advanceTimersByTime(40_000);
  await expect(verify(statement)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await verify(next)).toEqual(ruth);
});

test('two people never share a statement', async () => {
  const samuel: Caller = { kind: 'person', uid: randomUUID(), sessionId: null };
  expect(await verify(await sign(samuel, 'chat'))).toEqual(samuel);
  expect(await sign(samuel, 'chat')).not.toBe(await sign(ruth, 'chat'));
});
