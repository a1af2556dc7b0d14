import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { JWTPayload } from 'jose';

interface Grant {
  redirectUri: string;
  challenge: string;
  claims: JWTPayload;
}

/**
 * The test issuer's sign-in through a browser: an authorization code with PKCE, redeemed once. Nobody is asked who they
 * are; the test adds `choose=<claims as JSON>` to the address, as a person would choose an account.
 */
export function issuerSignIn(app: FastifyInstance, sign: (claims: JWTPayload) => Promise<string>): void {
  const grants = new Map<string, Grant>();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<{ Querystring: Record<string, string> }>('/authorize', async ({ query }, reply) => {
    const { redirect_uri: redirectUri = '', code_challenge: challenge = '', state = '', nonce, choose = '{}' } = query;
    const code = randomUUID();
    grants.set(code, { redirectUri, challenge, claims: { nonce, ...(JSON.parse(choose) as JWTPayload) } });
    const callback = new URL(redirectUri);
    callback.searchParams.set('code', code);
    callback.searchParams.set('state', state);
    return reply.redirect(callback.href, 302);
  });

  app.post<{ Body: Record<string, string> }>('/token', async ({ body }, reply) => {
    const { code = '', code_verifier: verifier = '', redirect_uri: redirectUri } = body;
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== redirectUri) {
      return reply.code(400).send({ error: 'invalid_grant' });
    }
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600, id_token: await sign(grant.claims) };
  });
}
