import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAttempt, type SignInAttempt } from './attempt.ts';
import { createIssuer, type Issuer } from './issuer.ts';

const redirectUri = 'http://localhost:8080/api/session/callback';
let server: Server;
let issuer: Issuer;
/** What it says that it is called. */
let name: string;
/** What the issuer answers when a code is exchanged. */
let refusal: Record<string, string>;
let attempt: SignInAttempt;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = originOf(server);
    const found = { issuer: name, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
    const isToken = request.url === '/token';
    response.writeHead(isToken ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isToken ? refusal : found));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
beforeEach(() => {
  name = originOf(server);
  issuer = issuerAt(name);
  attempt = beginAttempt('popup');
});
afterAll(() => void server.close());

const originOf = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;
const issuerAt = (address: string) =>
  createIssuer({
    settings: { issuer: address, clientId: 'client', domain: 'base.example' },
    clientSecret: 'a secret of another client',
    redirectUri,
  });
const comeBack = (query: string) =>
  issuer.idTokenOf(new URL(`${redirectUri}?state=${attempt.state}&${query}`), attempt);

test('an issuer that does not take our secret is told by the variables that may be wrong', async () => {
  refusal = { error: 'invalid_client', error_description: 'The provided client secret is invalid.' };
  await expect(comeBack('code=x')).rejects.toThrow(
    'the issuer refused (invalid_client): GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET is wrong',
  );
});

test('any other refusal is told by its code, and by nothing that somebody may have written', async () => {
  refusal = { error: 'invalid_grant', error_description: 'ruth@base.example took too long' };
  await expect(comeBack('code=x')).rejects.toThrow(/^the issuer refused \(invalid_grant\)$/);
  await expect(comeBack('error=access_denied')).rejects.toThrow(/^the issuer refused \(access_denied\)$/);
  await expect(comeBack('error=ruth%40base.example')).rejects.not.toThrow('ruth');
});

test('what a browser brings blames no variable', async () => {
  await expect(comeBack('error=invalid_client')).rejects.toThrow(/^the issuer refused \(invalid_client\)$/);
});

test.each(['/realms/base', '/realms/base/', '/', ''])('an issuer may be called by its address and %j', async (path) => {
  name = `${originOf(server)}${path}`;
  const found = issuerAt(name.replace(/\/$/, ''));
  await expect(found.authorizationUrl(attempt)).resolves.toContain(`${originOf(server)}/authorize?`);
});

test('an issuer that is found at the address of another one is not trusted', async () => {
  name = `${originOf(server)}/realms/other`;
  await expect(issuerAt(`${originOf(server)}/realms/base`).authorizationUrl(attempt)).rejects.toThrow('OIDC_ISSUER');
});
