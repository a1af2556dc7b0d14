import { createAccessWatch } from '@koinonia/kit/auth/access-watch.ts';
import { type Authenticator, createAuthenticator } from '@koinonia/kit/auth/authenticator.ts';
import { createIssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { CallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import type { ServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { GatewayConfig } from '../config.ts';

/** Opens what says who is calling, and whether they still have access. `close()` ends all of it. */
export function connectToIdentity(options: {
  config: GatewayConfig;
  identityNodes: ServiceNodes;
  sign: CallerSigner;
  bus: Bus;
  log: Logger;
}): { authenticator: Authenticator; close(): Promise<void> } {
  const { config, sign, bus, log } = options;
  const identity = createServiceClient({ nodes: options.identityNodes, audience: 'identity', as: 'gateway', sign });
  const watch = createAccessWatch({ identity, bus, log });
  const keys = createIssuerKeys(config.signIn.issuer, log);
  const authenticator = createAuthenticator({
    internalSecret: config.internalSecret,
    signIn: () => ({ settings: config.signIn, keys }),
    identity,
    watch,
  });
  return {
    authenticator,
    async close() {
      keys.close();
      await Promise.all([watch.close(), identity.close()]);
    },
  };
}
