import { createIssuerKeys, type IssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import { getSignInSettings, type SignInSettings } from '@koinonia/contracts/identity-internal.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';

/** How ID tokens are verified. Identity provides this, so that a chat node needs no settings of the issuer. */
export function createSignInSettings(identity: ServiceClient, log: Logger) {
  let asked: Promise<SignInSettings> | null = null;
  const keysByIssuer = new Map<string, IssuerKeys>();

  return {
    settings(): Promise<SignInSettings> {
      asked ??= identity.call(getSignInSettings).catch((error: unknown) => {
        asked = null;
        throw error;
      });
      return asked;
    },
    keys(issuer: string): IssuerKeys {
      const keys = keysByIssuer.get(issuer) ?? createIssuerKeys(issuer, log);
      keysByIssuer.set(issuer, keys);
      return keys;
    },
    close: () => keysByIssuer.forEach((keys) => keys.close()),
  };
}
