import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAttempt, type SignInAttempt } from './attempt.ts';
import { createIssuer, type Issuer } from './issuer.ts';

const redirectUri = 'http://localhost:8080/api/session/callback';
let server: Server;
let issuer: Issuer;
/** What the issuer answers when a code is exchanged. */
let refusal: Record<string, string>;
let attempt: SignInAttempt;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const found = { issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
    const isToken = request.url === '/token';
    response.writeHead(isToken ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isToken ? refusal : found));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const settings = { issuer: `http://127.0.0.1:${port}`, clientId: 'client', domain: 'base.example' };
  issuer = createIssuer({ settings, clientSecret: 'a secret of another client', redirectUri });
});
beforeEach(() => {
  attempt = beginAttempt('popup');
});
afterAll(() => void server.close());

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
