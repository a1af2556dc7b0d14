import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { createTestBrowser } from '@koinonia/kit/testing/browser.ts';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { type DemoSignIn, startDemoSignIn } from './demo-sign-in.ts';
import { choose, freshDir, log, openChoice, productUrl, startDemo } from './testing/steps.ts';

const redirectUri = `${productUrl}/api/session/callback`;

function authorizeUrl(demo: DemoSignIn, verifier: string): string {
  const url = new URL('/auth', demo.issuer);
  url.search = new URLSearchParams({
    client_id: demo.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce: 'a nonce',
  }).toString();
  return url.href;
}

describe('the page', () => {
  test('shows everyone, without a script and with nothing from elsewhere', async () => {
    const demo = await startDemo();
    const browser = createTestBrowser();
    const page = await browser.ask(await openChoice(browser, authorizeUrl(demo, 'v'.repeat(43))));
    const html = await page.text();
    for (const { name, email } of demo.people)
      expect([html.includes(name), html.includes(email)]).toEqual([true, true]);
    expect(html).not.toMatch(/<script|style=|https?:/);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; form-action 'self' /,
    );
    expect((await browser.ask(`${demo.issuer}/demo-sign-in.css`)).headers.get('content-type')).toMatch('text/css');
    await demo.close();
  });

  test('says so when a choice comes too late', async () => {
    const demo = await startDemo();
    const answer = await fetch(`${demo.issuer}/choose/gone`, { method: 'POST', body: 'person=demo-bo' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('sign in again');
    await demo.close();
  });
});

describe('across restarts', () => {
  test('everything stays: address, client and key', async () => {
    const dataDir = await freshDir();
    const first = await startDemo({ dataDir });
    const keys = async (demo: DemoSignIn) => (await fetch(`${demo.issuer}/jwks`)).json();
    const before = (await keys(first)) as JSONWebKeySet;
    await first.close();
    const second = await startDemoSignIn({ publicUrl: productUrl, dataDir, log });
    expect([second.issuer, second.clientSecret]).toEqual([first.issuer, first.clientSecret]);
    expect(await keys(second)).toEqual(before);
    expect(JSON.stringify(before)).not.toMatch(/"d":/);
    await second.close();
  });

  test('the secrets are readable by their owner alone', async () => {
    const dataDir = await freshDir();
    await (await startDemo({ dataDir })).close();
    expect((await stat(join(dataDir, 'demo-sign-in.json'))).mode & 0o077).toBe(0);
  });

  test('a file that somebody broke is told by its name', async () => {
    const dataDir = await freshDir();
    await writeFile(join(dataDir, 'demo-sign-in.json'), '{');
    await expect(startDemo({ dataDir })).rejects.toThrow(join(dataDir, 'demo-sign-in.json'));
    expect(await readFile(join(dataDir, 'demo-sign-in.json'), 'utf8'), 'and left as it is').toBe('{');
  });
});

test('it does not exist beyond this machine', async () => {
  for (const publicUrl of ['https://chat.base.example', 'http://192.168.1.7:8080', 'http://localhost.evil.example']) {
    await expect(startDemo({ publicUrl })).rejects.toThrow(publicUrl);
  }
  const demo = await startDemo();
  expect(new URL(demo.issuer).hostname).toBe('127.0.0.1');
  await demo.close();
});

test('a port that somebody else was given is left to them, even before they listen there', async () => {
  const port = await freePort();
  const demo = await startDemoSignIn({ publicUrl: `http://localhost:${port - 10}`, dataDir: await freshDir(), log });
  await demo.close();
  expect(Number(new URL(demo.issuer).port)).toBeGreaterThan(port);
});

test('a port that is taken is told by its number', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(startDemo({ port })).rejects.toThrow(`port ${port}`);
  other.close();
});

test('its tokens are like those of Google', async () => {
  const demo = await startDemo();
  const browser = createTestBrowser();
  const verifier = 'v'.repeat(43);
  const choice = await openChoice(browser, authorizeUrl(demo, verifier));
  const callback = new URL(await choose(browser, choice, 'demo-maryam'));
  const answer = await fetch(`${demo.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: demo.clientId,
      client_secret: demo.clientSecret,
    }),
  });
  const { id_token: idToken } = (await answer.json()) as { id_token: string };
  const keys = createLocalJWKSet((await (await fetch(`${demo.issuer}/jwks`)).json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, { issuer: demo.issuer, audience: demo.clientId });
  expect(protectedHeader.alg).toBe('RS256');
  expect(payload).toMatchObject({
    sub: 'demo-maryam',
    aud: demo.clientId,
    email: 'maryam@base.example',
    email_verified: true,
    hd: 'base.example',
    name: 'مريم حداد',
    nonce: 'a nonce',
    exp: expect.any(Number),
    iat: expect.any(Number),
  });
  await demo.close();
});
