import type { SignIn } from '@koinonia/kit/auth/authenticator.ts';
import { createIssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import { getSignInSettings } from '@koinonia/contracts/identity-internal.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';

/** How ID tokens are verified. Identity provides this, so that a chat node needs no settings of the issuer. */
export function createSignInSettings(identity: ServiceClient, log: Logger) {
  let asked: Promise<SignIn> | null = null;

  async function ask(): Promise<SignIn> {
    const settings = await identity.call(getSignInSettings);
    return { settings, keys: createIssuerKeys(settings.issuer, log) };
  }

  return {
    signIn(): Promise<SignIn> {
      asked ??= ask().catch((error: unknown) => {
        asked = null;
        throw error;
      });
      return asked;
    },
    close() {
      asked?.then(
        ({ keys }) => keys.close(),
        () => {},
      );
    },
  };
}
