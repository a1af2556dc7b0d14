import { createAccessWatch } from '@koinonia/kit/auth/access-watch.ts';
import { createAuthenticator } from '@koinonia/kit/auth/authenticator.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createCallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { ChatConfig } from './config.ts';
import { createPeople } from './people.ts';
import { createSignInSettings } from './sign-in-settings.ts';

/** All calls from chat to identity: who people are, whose token is valid, and whose access has ended. */
export function connectToIdentity({ config, log, bus }: { config: ChatConfig; log: Logger; bus: Bus }) {
  const nodes = createServiceNodes(config.identityUrls);
  const sign = createCallerSigner(config.internalSecret);
  const identity = createServiceClient({ nodes, audience: 'identity', as: 'chat', sign });
  const watch = createAccessWatch({ identity, bus, log });
  const { signIn, close: closeSignIn } = createSignInSettings(identity, log);
  const { internalSecret } = config;
  const authenticator = createAuthenticator({ internalSecret, signIn, identity, watch });

  return {
    people: createPeople(identity),
    watch,
    authenticator,
    async close() {
      closeSignIn();
      await Promise.all([watch.close(), identity.close()]);
    },
  };
}
