import { createAccessWatch } from '../auth/access-watch.ts';
import { type Authenticator, createAuthenticator } from '../auth/authenticator.ts';
import { createIssuerKeys, type IssuerKeys } from '../auth/issuer-keys.ts';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createCallerSigner } from '../calls/caller-statement.ts';
import { createLog } from '../observing/log.ts';
import { createServiceClient } from '../calls/service-client.ts';
import { createServiceNodes } from '../calls/service-nodes.ts';
import { testSecret } from './callers.ts';
import { type IdentityStandIn, startIdentityStandIn } from './identity-stand-in.ts';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

export const testDomain = 'base.example';

/** An authenticator with a real issuer and a real HTTP server in place of identity. */
export interface TestAuthenticator {
  authenticator: Authenticator;
  issuer: TestIssuer;
  keys: IssuerKeys;
  identity: IdentityStandIn;
  bus: Bus;
  /** Another authenticator that trusts this issuer instead. */
  trusting(issuer: TestIssuer, keys: IssuerKeys): Authenticator;
  /** The result for a token: the uid of its person, or the code of its refusal. */
  outcomeOf(token: string): Promise<string>;
  close(): Promise<void>;
}

export async function startTestAuthenticator(): Promise<TestAuthenticator> {
  const log = createLog('silent', 'test');
  const issuer = await startTestIssuer({ domain: testDomain });
  const identity = await startIdentityStandIn();
  const client = createServiceClient({
    nodes: createServiceNodes([identity.url]),
    audience: 'identity',
    as: 'test',
    sign: createCallerSigner(testSecret),
  });
  const bus = createMemoryBus(log);
  const watch = createAccessWatch({ identity: client, bus, log });
  const keys = createIssuerKeys(issuer.url, log);
  const trusting = (trusted: TestIssuer, its: IssuerKeys) =>
    createAuthenticator({
      internalSecret: testSecret,
      signIn: () => ({
        settings: { issuer: trusted.url, clientId: trusted.clientId, domain: testDomain },
        keys: its,
      }),
      identity: client,
      watch,
    });
  const authenticator = trusting(issuer, keys);
  return {
    authenticator,
    issuer,
    keys,
    identity,
    bus,
    trusting,
    outcomeOf: (token) =>
      authenticator.authenticate(token).then(
        (who) => who.uid,
        (error: { code: string }) => error.code,
      ),
    async close() {
      keys.close();
      await Promise.all([watch.close(), client.close()]);
      await identity.close();
      await issuer.close();
    },
  };
}
