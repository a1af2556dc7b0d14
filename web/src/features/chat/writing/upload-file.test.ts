// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { withFile } from '../../../lib/outbox/testing/entry.ts';
import { session } from '../../../lib/session/session.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { uploadFile } from './upload-file.ts';
import { UploadProgress } from './upload-progress.ts';

test('a file that the device cannot read any more is given up, and says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const file = new Blob(['pdf']);
  const gone = () => Promise.reject(new DOMException('changed on the disk', 'NotReadableError'));
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: gone });
  const options = { signal: new AbortController().signal, progress: new UploadProgress(), wasTried: false };
  const failure: unknown = await uploadFile({ ...withFile('plan'), file }, options).catch((error: unknown) => error);
  expect([isRefusal(failure), failure]).toMatchObject([true, { message: expect.stringContaining('choose it again') }]);
  vi.unstubAllGlobals();
});

test('a server that does not know the question whether a file has arrived is sent the file', async () => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path.endsWith('/token')
        ? Response.json(tokenAnswer())
        : Response.json({ error: 'unknown', code: 'not_found' }, { status: 404 }),
    ),
  );
  const sent = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent('error'));
  });
  const options = { signal: new AbortController().signal, progress: new UploadProgress(), wasTried: true };
  await expect(uploadFile(withFile('plan'), options)).rejects.toThrow('did not get through');
  expect(sent).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  session.end();
});
