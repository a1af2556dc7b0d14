// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(204).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
});
afterAll(() => {
  vi.unstubAllGlobals();
  return new Promise((resolve) => server.close(resolve));
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('a logout ends the session on the server, though the browser stores nothing more', async () => {
  vi.resetModules();
  const { session } = await import('./session.ts');
  const { logout } = await import('./session-on-server.ts');
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await logout();
  expect([session.snapshot().status, asked]).toEqual(['signedOut', ['DELETE /api/session']]);
});
