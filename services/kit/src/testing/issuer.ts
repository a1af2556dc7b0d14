import Fastify from 'fastify';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { issuerSignIn } from './issuer-sign-in.ts';

export interface TestIssuer {
  url: string;
  clientId: string;
  /** Makes a token of this issuer. Claims that are `undefined` are left out; without any argument, the token is valid. */
  sign(
    claims?: JWTPayload,
    header?: { alg?: 'RS256' | 'ES256'; kid?: string; [name: string]: unknown },
  ): Promise<string>;
  /** The private key, for tokens that are signed wrongly on purpose. */
  privateKey: CryptoKey;
  /** The public key as JWK, for attacks that use it as a secret. */
  publicKey: Record<string, unknown>;
  /** How often the keys were fetched. */
  keyRequests(): number;
  /** From now on it signs with another RSA key, and no longer has the previous one. Default: with an id of its own. */
  changeKey(kid?: string): Promise<void>;
  /** Answers every request as unavailable; the tokens it signs stay valid. */
  goAway(): void;
  comeBack(): void;
  close(): Promise<void>;
}

/** A real OpenID issuer on loopback: discovery, keys, tokens signed with them, and sign-in by authorization code. */
export async function startTestIssuer(options: { domain?: string; clientId?: string } = {}): Promise<TestIssuer> {
  const domain = options.domain ?? 'base.example';
  const clientId = options.clientId ?? 'koinonia-tests';
  const first = await generateKeyPair('RS256', { extractable: true });
  const elliptic = await generateKeyPair('ES256', { extractable: true });
  const publicKey = { ...(await exportJWK(first.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' };
  let rsa = { privateKey: first.privateKey, publicKey };
  const ellipticKey = { ...(await exportJWK(elliptic.publicKey)), kid: 'ec', alg: 'ES256', use: 'sig' };
  let keyRequests = 0;
  let isAway = false;

  const app = Fastify();
  app.addHook('onRequest', async (_request, reply) => (isAway ? reply.code(503).send() : undefined));
  app.get('/.well-known/openid-configuration', async () => ({
    issuer: url,
    jwks_uri: `${url}/keys`,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  }));
  app.get('/keys', async () => {
    keyRequests += 1;
    return { keys: [rsa.publicKey, ellipticKey] };
  });
  const sign: TestIssuer['sign'] = async (claims = {}, header = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const alg = header.alg ?? 'RS256';
    const standard = {
      iss: url,
      aud: clientId,
      sub: 'sub-of-ruth',
      email: `ruth@${domain}`,
      email_verified: true,
      hd: domain,
      name: 'Ruth Adeyemi',
      iat: now,
      exp: now + 3600,
    };
    const payload = Object.fromEntries(Object.entries({ ...standard, ...claims }).filter(([, v]) => v !== undefined));
    return new SignJWT(payload)
      .setProtectedHeader({ kid: alg === 'RS256' ? rsa.publicKey.kid : 'ec', ...header, alg })
      .sign(alg === 'RS256' ? rsa.privateKey : elliptic.privateKey);
  };
  issuerSignIn(app, (claims) => sign(claims));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url,
    clientId,
    privateKey: first.privateKey,
    publicKey,
    keyRequests: () => keyRequests,
    async changeKey(kid = `${rsa.publicKey.kid}+`) {
      const next = await generateKeyPair('RS256', { extractable: true });
      rsa = { privateKey: next.privateKey, publicKey: { ...publicKey, ...(await exportJWK(next.publicKey)), kid } };
    },
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    sign,
    close: () => app.close(),
  };
}
