import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

const page = '<!doctype html><title>Koinonia</title>';
const script = `console.log(${JSON.stringify('x'.repeat(2000))});`;

const chatLink = '</assets/chat-abc123.js>; rel=modulepreload';

let dist: string;
let gateway: TestGateway;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'koinonia-web-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), page);
  await writeFile(join(dist, 'sw.js'), 'self.addEventListener("fetch", () => {});');
  await writeFile(join(dist, 'manifest.webmanifest'), '{}');
  await writeFile(join(dist, '.secret'), 'secret');
  await writeFile(join(dist, '.page-links.json'), JSON.stringify({ chat: chatLink }));
  await writeFile(join(dist, 'assets/index-abc123.js'), script);
  await writeFile(join(dist, 'assets/index-abc123.js.br'), brotliCompressSync(script));
  await writeFile(join(dist, 'assets/index-abc123.js.gz'), gzipSync(script));
  gateway = await startGateway({ WEB_DIST: dist });
});

afterAll(async () => {
  await gateway.close();
  await rm(dist, { recursive: true });
});

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });

test.each(['/', '/home', '/chat', '/admin', '/chat?open=x', '/no/such/page'])(
  '%s is the page, asked for anew each time',
  async (path) => {
    const answer = await get(path, asPage);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(await answer.text()).toBe(page);
  },
);

test('a page says in its header which files it begins with', async () => {
  for (const path of ['/chat', '/chat/some-chat', '/chat?open=x'])
    expect((await get(path, asPage)).headers.get('link'), path).toBe(chatLink);
  for (const path of ['/', '/home', '/constructor']) expect((await get(path, asPage)).headers.get('link')).toBeNull();
  expect((await get('/.page-links.json')).status).toBe(404);
});

test('what its build named by content is kept for ever, and comes compressed where the browser can', async () => {
  for (const [asked, got] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await get('/assets/index-abc123.js', { 'accept-encoding': asked });
    expect(answer.headers.get('content-encoding')).toBe(got);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(await answer.text()).toBe(script);
  }
});

test('the service worker and the manifest are asked for anew each time', async () => {
  for (const path of ['/sw.js', '/manifest.webmanifest']) {
    expect((await get(path)).headers.get('cache-control'), path).toBe('no-cache');
  }
});

test.each([
  '/assets/gone-def456.js',
  '/assets/gone',
  '/favicon-that-is-not.png',
  '/.secret',
  '/assets/../.secret',
  '/assets/%2e%2e/%2e%2e/package.json',
])('%s is not there, and that is not kept', async (path) => {
  const answer = await get(path, asPage);
  expect([400, 404]).toContain(answer.status);
  expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
  expect(await answer.text()).not.toMatch(/secret|doctype/);
});

test.each(['/healthz/', '/readyz/', '/metrics/', '/readyz/x', '/metrics/?x=/'])(
  '%s is no page, so that no check of it is green by mistake',
  async (path) => {
    for (const headers of [{}, asPage]) {
      const answer = await get(path, headers);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
    }
  },
);

test('a program that asks for data gets no page', async () => {
  expect((await get('/home', { accept: 'application/json' })).status).toBe(404);
  expect((await fetch(`${gateway.url}/home`, { method: 'POST' })).status).toBe(404);
});

test('a page keeps to itself: no inline script, no other origin, no frame', async () => {
  const { headers } = await get('/', asPage);
  const policy = headers.get('content-security-policy') ?? '';
  const directives = new Map(
    policy.split(';').map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1)]),
  );
  expect(directives.get('default-src')).toEqual(["'self'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('connect-src')).toEqual(["'self'", 'ws://koinonia.test']);
  expect(directives.get('img-src')).toEqual(["'self'", 'blob:', 'data:']);
  expect(directives.get('form-action')).toEqual(["'self'", gateway.issuer.url]);
  for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
    expect(directives.get(name), name).toEqual(["'none'"]);
  expect(policy).not.toMatch(/unsafe|\*|upgrade-insecure/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('permissions-policy')).toContain('geolocation=()');
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('over https browsers are told to stay there', async () => {
  const secure = await startGateway({ WEB_DIST: dist, PUBLIC_URL: 'https://base.example' });
  const { headers } = await fetch(`${secure.url}/`, { headers: asPage });
  await secure.close();
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('content-security-policy')).toContain('wss://base.example');
});

test('a web client that is not there, as while it is built, is told in words', async () => {
  const nowhere = join(dist, 'nowhere');
  await mkdir(nowhere);
  await writeFile(join(nowhere, 'index.html'), page);
  const bare = await startGateway({ WEB_DIST: nowhere });
  await rm(nowhere, { recursive: true });
  const answer = await fetch(`${bare.url}/chat`, { headers: asPage });
  const text = await answer.text();
  await bare.close();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
  expect(text).toContain('npm run setup');
});

test('a file is handed out in parts, and nothing but GET asks for one', async () => {
  const size = script.length;
  const read = async (range: string, method = 'GET') => {
    const answer = await fetch(`${gateway.url}/assets/index-abc123.js`, {
      method,
      headers: { range, 'accept-encoding': 'identity' },
    });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')];
  };
  expect(await read('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, '10']);
  expect(await read(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, expect.any(String)]);
  for (const range of ['bytes=0-9', `bytes=${size}-`]) {
    expect(await read(range, 'HEAD')).toEqual([200, null, String(size)]);
  }
});

test.each([
  ['if-match', '"another"'],
  ['if-unmodified-since', new Date(0).toUTCString()],
])('a condition that a file does not meet is no failure of ours: %s', async (name, condition) => {
  for (const path of ['/chat', '/assets/index-abc123.js']) {
    const answer = await get(path, { ...asPage, [name]: condition });
    expect([answer.status, await answer.json()]).toMatchObject([412, { code: 'precondition_failed' }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});
