// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToOutbox, readOutbox } from '../outbox/outbox-database.ts';
import { entry } from '../outbox/testing/entry.ts';
import { withPageServer } from '../testing/page-server.ts';

const asked: string[] = [];
withPageServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(204).end();
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

test('a logout leaves nothing on the device that its person has not sent, read or finished', async () => {
  vi.resetModules();
  const { session } = await import('./session.ts');
  const { logout } = await import('./session-on-server.ts');
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  for (const kind of ['draft', 'read']) localStorage.setItem(`${kind}:ana:kitchen`, 'Mine');
  await addToOutbox(entry('mine'));
  await logout();
  expect([Object.keys(localStorage), await readOutbox('ana')]).toEqual([[], []]);
});
