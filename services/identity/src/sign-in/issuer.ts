import type { SignInSettings } from '@koinonia/contracts/identity-internal.ts';
import { issuerSpellings } from '@koinonia/kit/auth/id-token.ts';
import { clockOffset } from '@koinonia/kit/clock.ts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  Configuration,
  discovery,
  ResponseBodyError,
} from 'openid-client';
import type { SignInAttempt } from './attempt.ts';

/** Seconds. A person is waiting in front of a blank page. */
const timeout = 5;

/** The OpenID issuer for sign-in through a browser: a redirect with a challenge, a return with a code. */
export interface Issuer {
  /** The address to send the browser to. Rejects while the issuer has never been reached. */
  authorizationUrl(attempt: SignInAttempt): Promise<string>;
  /** Exchanges a callback's code for the ID token. Rejects unless the callback belongs to this attempt. */
  idTokenOf(callback: URL, attempt: SignInAttempt): Promise<string>;
}

interface IssuerOptions {
  readonly settings: SignInSettings;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export function createIssuer(options: IssuerOptions): Issuer {
  const { settings, clientSecret, redirectUri } = options;
  let discovered: Promise<Configuration> | null = null;

  /** Found by the issuer's address alone, the client would not take one whose name ends with a slash. */
  const metadata = new URL(`${settings.issuer}/.well-known/openid-configuration`);

  function requireItself(found: Configuration): Configuration {
    const { issuer } = found.serverMetadata();
    if (!issuerSpellings(settings.issuer).includes(issuer))
      throw new Error('OIDC_ISSUER is the address of another issuer');
    return found;
  }

  /** Discovered when first needed and then kept, so that the service starts and sessions continue without the issuer. */
  function configuration(): Promise<Configuration> {
    discovered ??= discovery(metadata, settings.clientId, undefined, secretAsAsked(clientSecret), {
      timeout,
      execute: isPlainHttp(settings) ? [allowInsecureRequests] : [],
    })
      .catch(tellSilence)
      .then(requireItself)
      .catch((error: unknown) => {
        discovered = null;
        throw error;
      });
    return discovered;
  }

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      const url = buildAuthorizationUrl(await configuration(), {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        hd: settings.domain,
        prompt: 'select_account',
      });
      return url.href;
    },

    async idTokenOf(callback, { state, nonce, verifier }) {
      const tokens = await authorizationCodeGrant(atThisTime(await configuration(), options), callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      }).catch(tellRefusal);
      if (!tokens.id_token) throw new Error('the issuer gave no ID token');
      return tokens.id_token;
    },
  };
}

const isPlainHttp = ({ issuer }: SignInSettings) => issuer.startsWith('http:');

/** The same with the time of now, which is the database's: the client would judge a token by this machine's clock. */
function atThisTime(known: Configuration, { settings, clientSecret }: IssuerOptions): Configuration {
  const skew = { [clockSkew]: Math.round(-clockOffset() / 1000) };
  const now = new Configuration(known.serverMetadata(), settings.clientId, skew, secretAsAsked(clientSecret));
  now.timeout = timeout;
  if (isPlainHttp(settings)) allowInsecureRequests(now);
  return now;
}

/** In the request's body if the issuer supports that; otherwise in its header, which every issuer must support. */
function secretAsAsked(clientSecret: string): ClientAuth {
  const inBody = ClientSecretPost(clientSecret);
  const inHeader = ClientSecretBasic(clientSecret);
  return (server, ...request) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (takesBody ? inBody : inHeader)(server, ...request);
  };
}

function tellSilence(cause: unknown): never {
  throw new Error('the issuer (OIDC_ISSUER) did not say how people sign in', { cause });
}

/**
 * Throws an issuer's refusal with its code, such as `invalid_client`: the client's own error has it in a field that is not
 * logged. A browser can bring any code, so only what looks like one is told, and blames no variable.
 */
function tellRefusal(cause: unknown): never {
  const isRefusal = cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError;
  if (!isRefusal || !/^[a-z_]{1,40}$/.test(cause.error)) throw cause;
  const isOurs = cause instanceof ResponseBodyError && /^(invalid|unauthorized)_client$/.test(cause.error);
  const blamed = isOurs ? ': GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET is wrong' : '';
  throw new Error(`the issuer refused (${cause.error})${blamed}`, { cause });
}
