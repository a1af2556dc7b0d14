import type { SignIn } from '@koinonia/kit/auth/authenticator.ts';
import { createIssuerKeys } from '@koinonia/kit/auth/issuer-keys.ts';
import { getSignInSettings } from '@koinonia/contracts/identity-internal.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';

/** Ms for which an answer counts: identity may be restarted with other settings while this node stays. */
const trustFor = 30_000;

/** How ID tokens are verified. Identity provides this, so that a chat node needs no settings of the issuer. */
export function createSignInSettings(identity: ServiceClient, log: Logger) {
  let known: SignIn | null = null;
  let asked: Promise<SignIn> | null = null;
  let askedAt = -Infinity;

  /** The keys are kept while their issuer is the same: it may be away. */
  async function ask(): Promise<SignIn> {
    const settings = await identity.call(getSignInSettings);
    if (known?.settings.issuer === settings.issuer) return (known = { settings, keys: known.keys });
    known?.keys.close();
    return (known = { settings, keys: createIssuerKeys(settings.issuer, log) });
  }

  return {
    signIn(): Promise<SignIn> {
      if (asked !== null && performance.now() - askedAt < trustFor) return asked;
      askedAt = performance.now();
      asked = ask().catch((error: unknown) => {
        asked = null;
        throw error;
      });
      return asked;
    },
    close() {
      const closeKeys = () => known?.keys.close();
      void (asked ?? Promise.resolve()).then(closeKeys, closeKeys);
    },
  };
}
