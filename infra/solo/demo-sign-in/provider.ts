import { randomBytes } from 'node:crypto';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { interactionPolicy, Provider } from 'oidc-provider';
import type { KeptIssuer } from './kept-issuer.ts';
import { createMemory } from './memory.ts';
import { errorPage } from './pages.ts';
import { type DemoPerson, organisationOf } from './people.ts';

export const clientId = 'koinonia-demo';
const hour = 3600;

/** An OpenID provider that behaves like Google: the same claims, PKCE, RS256, `prompt=select_account`. */
export function createProvider(options: {
  issuer: string;
  kept: Pick<KeptIssuer, 'clientSecret' | 'signingKey'>;
  people: readonly DemoPerson[];
  redirectUris: string[];
  log: Logger;
}): Provider {
  const { issuer, kept, people, redirectUris, log } = options;
  const prompts = interactionPolicy.base();
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);

  const provider = new Provider(issuer, {
    adapter: createMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: kept.clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    jwks: { keys: [kept.signingKey] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub', 'hd'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google puts the claims of the scopes into the ID token itself.
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => {
      const person = people.find((one) => one.sub === sub);
      return person && { accountId: sub, claims: async () => claimsOf(person) };
    },
    interactions: { policy: prompts, url: (_context, interaction) => `/choose/${interaction.uid}` },
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: { AccessToken: hour, AuthorizationCode: 60, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
    renderError: (context, { error_description: description }) => {
      context.type = 'html';
      context.body = errorPage(description ?? 'This sign-in could not go on.');
    },
  });
  provider.on('server_error', (_context, err) => log.error({ err }, 'the demo sign-in failed'));
  return provider;
}

const claimsOf = (person: DemoPerson) => ({
  sub: person.sub,
  email: person.email,
  email_verified: true,
  hd: organisationOf(person),
  name: person.name,
  picture: '',
});
