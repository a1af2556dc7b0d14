import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { createS3Store } from '@koinonia/kit/files/s3-store.ts';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';
import { createFilesBackup } from './back-up-files.ts';

/** So large that it is still being read while nobody reads the archive. */
const large = randomBytes(8_000_000);
const names = ['files/1', 'files/2', 'files/3'];

let damagedStore: Server;
/** How many more times the second file breaks off after its first bytes. */
let faults: number;
let link: FaultyLink;
let files: FileStore;
/** The same store, whose answers are not waited for long. */
let impatient: FileStore;

beforeEach(async () => {
  const [s3] = testStores().s3;
  faults = 0;
  // The store, as if the disk below one of its files had a bad sector.
  damagedStore = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const asked = send(new URL(s3!.endpoint), { method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      const breaksOff = method === 'GET' && path?.includes(names[1]!) && faults > 0;
      if (!breaksOff) return answer.pipe(response);
      faults -= 1;
      return void buffer(answer).then((bytes) => response.write(bytes.subarray(0, 9), () => response.destroy()));
    });
    request.pipe(asked);
  }).listen(0, '127.0.0.1');
  await once(damagedStore, 'listening');
  link = await startFaultyLink(`http://127.0.0.1:${(damagedStore.address() as AddressInfo).port}`);
  const endpoint = new URL(link.through(s3!.endpoint)).origin;
  const place = { ...s3!, endpoint, bucket: `backup-${randomUUID()}` };
  files = await createS3Store(place);
  impatient = await createS3Store({ ...place, silence: 1000 });
  for (const name of names)
    await files.put(name, Readable.from([large]), { contentType: 'image/webp', size: large.length });
});
afterEach(async () => {
  await link.close();
  damagedStore.closeAllConnections();
  damagedStore.close();
});

function begin(store = files) {
  const output = new PassThrough();
  const archive = writeArchive(output, undefined);
  return { output, archive, backup: createFilesBackup(store, archive) };
}

/** The entries of an archive, in order, and whether each is the whole file, or a part of it followed by zeros. */
async function entriesOf(archive: Readable) {
  const found = [];
  for await (const { name, content } of readArchive(archive, undefined)) {
    const bytes = await buffer(content);
    const read = bytes.findLastIndex((byte) => byte !== 0) + 1;
    const isPart = bytes.length === large.length && bytes.subarray(0, read).equals(large.subarray(0, read));
    found.push([name, bytes.equals(large) ? 'whole' : isPart && 'part']);
  }
  return found;
}

test.each([
  ['again and again is missing', 2, { files: 2, missing: [{ name: 'files/2', reason: 'aborted' }] }, 'part'],
  ['once is read again at the end', 1, { files: 3, missing: [] }, 'whole'],
])('a file that breaks off %s', async (_, times, soFar, atLast) => {
  const { output, archive, backup } = begin();
  const entries = entriesOf(output);
  faults = times;
  await backup.addNew();
  await backup.addNew();
  await archive.end();
  expect(backup.soFar()).toEqual({ ...soFar, bytes: soFar.files * large.length });
  expect(await entries).toEqual([
    ['files/files/1', 'whole'],
    ['files/files/2', 'part'],
    ['files/files/3', 'whole'],
    ['files/files/2', atLast],
  ]);
});

test('a file that broke off and is deleted before it is read again is missing: a part of it is in the archive', async () => {
  const deleting: FileStore = {
    ...files,
    async *list(under) {
      for await (const name of files.list(under)) {
        if (name === names[1] && faults === 0) await files.delete(name);
        yield name;
      }
    },
  };
  const { output, archive, backup } = begin(deleting);
  const entries = entriesOf(output);
  faults = 1;
  await backup.addNew();
  await backup.addNew();
  await archive.end();
  expect(backup.soFar()).toMatchObject({ files: 2, missing: [{ name: 'files/2' }] });
  expect((await entries).map(([, content]) => content)).toEqual(['whole', 'part', 'whole']);
});

test('a file that was deleted since it was listed is no fault', async () => {
  const { output, archive, backup } = begin();
  const added = backup.addNew();
  await expect.poll(() => output.readableLength).toBeGreaterThan(0);
  await files.delete(names[1]!);
  const entries = entriesOf(output);
  await added;
  await archive.end();
  expect(backup.soFar()).toMatchObject({ files: 2, missing: [] });
  expect(await entries).toEqual([
    ['files/files/1', 'whole'],
    ['files/files/3', 'whole'],
  ]);
});

test.each([
  ['is gone', () => link.cut(), () => files],
  ['does not answer any more', () => link.freeze(), () => impatient],
])('a store that %s fails the backup, which names the file that was to be read', async (_, takeAway, store) => {
  const { output, backup } = begin(store());
  const added = backup.addNew().catch((error: Error) => error.message);
  await expect.poll(() => output.readableLength).toBeGreaterThan(0);
  takeAway();
  output.resume();
  expect(await added).toMatch(/^The file files\/1 cannot be read: /);
});
