// @vitest-environment jsdom
import { exportAudit } from '@koinonia/contracts/audit.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { tokenAnswer } from '../testing/token-answer.ts';
import { hasUnsaved } from '../unsaved.ts';
import { download } from './download.ts';

afterEach(() => {
  session.end();
  vi.unstubAllGlobals();
});

test('a page that fetches a file does not load itself again before it has it, or cannot have it', async () => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  const file = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/session/token' ? Response.json(tokenAnswer()) : file.promise,
  );
  const coming = download(exportAudit, { query: {} });
  expect(hasUnsaved()).toBe(true);
  file.resolve(Response.json({ error: 'Please try again.', code: 'unavailable' }, { status: 503 }));
  await expect(coming).rejects.toThrow('Please try again.');
  expect(hasUnsaved()).toBe(false);
});
