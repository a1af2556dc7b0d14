import type { SignInSettings } from '@koinonia/contracts/identity-internal.ts';
import { createCallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { startIdentityStandIn } from '@koinonia/kit/testing/identity-stand-in.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSignInSettings } from './sign-in-settings.ts';

afterEach(() => void vi.useRealTimers());

const atFirst: SignInSettings = { issuer: 'http://127.0.0.1:1', clientId: 'first', domain: 'base.example' };

/** What a chat node knows of identity's settings, which the test may change. */
async function startSettings() {
  const settings = { ...atFirst };
  const identity = await startIdentityStandIn({ signIn: settings });
  const nodes = createServiceNodes([identity.url]);
  const client = createServiceClient({ nodes, audience: 'identity', as: 'chat', sign: createCallerSigner(testSecret) });
  const { signIn, close } = createSignInSettings(client, createLog('silent', 'tests'));
  onTestFinished(async () => {
    close();
    nodes.close();
    await client.close();
    await identity.close();
  });
  return { settings, identity, signIn };
}

const laterBy = (ms: number) => void vi.advanceTimersByTime(ms);

test('identity is asked once for all tokens of half a minute, and then whether it has other settings', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { settings, identity, signIn } = await startSettings();
  const before = await signIn();
  laterBy(20_000);
  settings.clientId = 'second';
  expect(await Promise.all([signIn(), signIn()])).toEqual([before, before]);
  laterBy(20_000);
  const after = await Promise.all([signIn(), signIn()]);
  expect(after.map(({ settings: { clientId } }) => clientId)).toEqual(['second', 'second']);
  expect(identity.calls.get('/internal/sign-in-settings')).toBe(2);
  // They may be all that there is of an issuer that is away.
  expect(after[0].keys).toBe(before.keys);
  settings.issuer = 'http://127.0.0.1:2';
  laterBy(40_000);
  expect((await signIn()).keys).not.toBe(before.keys);
});

test('identity is asked again at the next token when it did not answer', async () => {
  const { identity, signIn } = await startSettings();
  identity.beAway(true);
  await expect(signIn()).rejects.toMatchObject({ code: 'unavailable' });
  identity.beAway(false);
  expect((await signIn()).settings).toEqual(atFirst);
});
