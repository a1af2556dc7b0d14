import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyLink, startFaultyLink } from '../testing/faulty-link.ts';
import { testStores } from '../testing/stores.ts';
import { FileNameError, type FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

const freshBucket = () => `tests-${randomBytes(6).toString('hex')}`;
let folder: string;

async function sortedNames(files: FileStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list(prefix)) names.push(name);
  return names.sort();
}

const textOf = async (files: FileStore, name: string) => text((await files.get(name))!.body);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kinds: [string, () => Promise<FileStore>][] = [
  ['a folder', () => createFolderStore(join(folder, 'store'))],
  ...testStores().s3.map((s3): [string, () => Promise<FileStore>] => [
    `S3 (${s3.name})`,
    () => createS3Store({ ...s3, bucket: freshBucket() }),
  ]),
];

describe.each(kinds)('files in %s', (_kind, create) => {
  let files: FileStore;
  beforeAll(async () => {
    files = await create();
  });

  const put = (name: string, bytes: Buffer, contentType = 'image/jpeg') =>
    files.put(name, Readable.from([bytes]), { contentType, size: bytes.length });
  const read = async (name: string, range?: { start: number; end: number }) => {
    const file = await files.get(name, range);
    return file && { about: file.about, bytes: await buffer(file.body) };
  };
  const names = (prefix: string) => sortedNames(files, prefix);

  test('what was put is got back, with its type and size', async () => {
    const bytes = randomBytes(200_000);
    await put('kept/picture.jpg', bytes);
    const file = await read('kept/picture.jpg');
    expect(file?.about).toEqual({ contentType: 'image/jpeg', size: 200_000 });
    expect(file?.bytes.equals(bytes)).toBe(true);
  });

  test('a large file comes in pieces and goes out whole', async () => {
    const piece = randomBytes(1024 * 1024);
    const pieces = Array.from({ length: 26 }, () => piece);
    await files.put('large', Readable.from(pieces), { contentType: 'video/mp4', size: 26 * piece.length });
    const file = await read('large');
    expect(file?.bytes.equals(Buffer.concat(pieces))).toBe(true);
  });

  test('an empty file is a file', async () => {
    await put('empty', Buffer.alloc(0), 'text/plain');
    expect(await read('empty')).toEqual({ about: { contentType: 'text/plain', size: 0 }, bytes: Buffer.alloc(0) });
  });

  test('a range gives its bytes, the first and the last included', async () => {
    await put('ranged', Buffer.from('0123456789'));
    expect((await read('ranged', { start: 0, end: 0 }))?.bytes.toString()).toBe('0');
    expect((await read('ranged', { start: 3, end: 6 }))?.bytes.toString()).toBe('3456');
    expect((await read('ranged', { start: 9, end: 9 }))?.bytes.toString()).toBe('9');
    expect((await read('ranged', { start: 3, end: 6 }))?.about.size).toBe(10);
  });

  test('a range that does not lie within the file is refused', async () => {
    await put('short', Buffer.from('0123456789'));
    for (const range of [
      { start: 10, end: 10 },
      { start: 0, end: 10 },
      { start: 5, end: 4 },
      { start: -1, end: 3 },
    ]) {
      await expect(files.get('short', range)).rejects.toThrow(RangeError);
    }
  });

  test('a second put of the same name replaces the first', async () => {
    await put('replaced', Buffer.from('first, and longer'), 'text/plain');
    await put('replaced', Buffer.from('second'), 'image/png');
    expect(await read('replaced')).toEqual({
      about: { contentType: 'image/png', size: 6 },
      bytes: Buffer.from('second'),
    });
  });

  test('what is not there is null, and deleting it is no failure', async () => {
    expect(await files.get('nothing/here')).toBeNull();
    await files.delete('nothing/here');
  });

  test('what was deleted is gone', async () => {
    await put('gone', Buffer.from('x'));
    await files.delete('gone');
    expect(await files.get('gone')).toBeNull();
    expect(await names('gone')).toEqual([]);
  });

  test('a list gives the names that begin with a prefix', async () => {
    for (const name of ['list/b/2', 'list/a', 'list/a/1', 'list/ab', 'listed']) await put(name, Buffer.from(name));
    expect(await names('list/')).toEqual(['list/a', 'list/a/1', 'list/ab', 'list/b/2']);
    expect(await names('list/a')).toEqual(['list/a', 'list/a/1', 'list/ab']);
    expect(await names('list/b/')).toEqual(['list/b/2']);
    expect(await names('none')).toEqual([]);
    expect((await read('list/a'))?.bytes.toString()).toBe('list/a');
  });

  test('a body that fails half-way leaves nothing behind, and what had the name before stays', async () => {
    await put('half', Buffer.from('before'));
    async function* breaking() {
      yield Buffer.alloc(100_000);
      throw new Error('the sender went away');
    }
    const about = { contentType: 'image/png', size: 200_000 };
    await expect(files.put('half', Readable.from(breaking()), about)).rejects.toThrow('the sender went away');
    await expect(files.put('half-new', Readable.from(breaking()), about)).rejects.toThrow('the sender went away');
    expect((await read('half'))?.bytes.toString()).toBe('before');
    expect(await files.get('half-new')).toBeNull();
  });

  test('a body of another length than was told is refused', async () => {
    const bytes = Buffer.from('ten bytes.');
    for (const size of [9, 11]) {
      await expect(files.put('length', Readable.from([bytes]), { contentType: 'a/b', size })).rejects.toThrow('bytes');
    }
    expect(await files.get('length')).toBeNull();
  });

  test('names that are not ours are refused, whatever they try', async () => {
    const odd = [
      '',
      '/a',
      'a/',
      'a//b',
      '../a',
      'a/../b',
      './a',
      'a\\b',
      'A',
      'a b',
      'ü',
      'a\0',
      'a%2fb',
      'a~',
      'x'.repeat(401),
    ];
    for (const name of odd) {
      await expect(put(name, Buffer.from('x')), name).rejects.toThrow(FileNameError);
      await expect(files.get(name), name).rejects.toThrow(FileNameError);
      await expect(files.delete(name), name).rejects.toThrow(FileNameError);
    }
    for (const prefix of ['../', '/', 'a/../', 'a//', 'A']) {
      await expect(names(prefix), prefix).rejects.toThrow(FileNameError);
    }
  });

  test('two puts of one name at once leave one of the two, whole', async () => {
    const [left, right] = [Buffer.alloc(300_000, 'l'), Buffer.alloc(300_000, 'r')];
    await Promise.all([put('both', left), put('both', right)]);
    const bytes = (await read('both'))?.bytes;
    expect([left, right].some((one) => bytes?.equals(one))).toBe(true);
  });

  test('it answers', async () => {
    await files.ping();
  });
});

describe('a folder of files', () => {
  test('is there again after a restart, without what a crash cut short long ago', async () => {
    const at = join(folder, 'restarted');
    const before = await createFolderStore(at);
    await before.put('kept', Readable.from(['kept']), { contentType: 'text/plain', size: 4 });
    const [longAgo, justNow] = [join(at, '~unfinished', 'long-ago'), join(at, '~unfinished', 'just-now')];
    for (const path of [longAgo, justNow]) await writeFile(path, 'half');
    await utimes(longAgo, new Date(0), new Date(0));
    const after = await createFolderStore(at);
    expect(await sortedNames(after, '')).toEqual(['kept']);
    expect(await readdir(join(at, '~unfinished'))).toEqual(['just-now']);
  });

  test('is opened by one process while another stores files there', async () => {
    const at = join(folder, 'shared');
    const files = await createFolderStore(at);
    let isBusy = true;
    const storing = Array.from({ length: 8 }, async (_, number) => {
      while (isBusy) await files.put(`busy-${number}`, Readable.from(['x']), { contentType: 'text/plain', size: 1 });
    });
    try {
      for (let opened = 0; opened < 100; opened += 1) await createFolderStore(at);
    } finally {
      isBusy = false;
      await Promise.all(storing);
    }
    expect(await readdir(join(at, '~unfinished'))).toEqual([]);
  });
});

describe.each(testStores().s3)('the S3 store ($name)', (s3) => {
  test('a bucket that is there already is taken as it is', async () => {
    const bucket = freshBucket();
    const first = await createS3Store({ ...s3, bucket });
    await first.put('kept', Readable.from(['kept']), { contentType: 'text/plain', size: 4 });
    const second = await createS3Store({ ...s3, bucket });
    expect(await textOf(second, 'kept')).toBe('kept');
  });

  test('nodes that start together, before there is a bucket, share one', async () => {
    const bucket = freshBucket();
    const nodes = await Promise.all([1, 2, 3, 4].map(() => createS3Store({ ...s3, bucket })));
    await nodes[0]?.put('kept', Readable.from(['kept']), { contentType: 'text/plain', size: 4 });
    const found = await Promise.all(nodes.map((node) => textOf(node, 'kept')));
    expect(found).toEqual(nodes.map(() => 'kept'));
  });

  test('a wrong key or secret stops the start and names the variables', async () => {
    const wrongSecret = createS3Store({ ...s3, secretKey: 'wrong-wrong-wrong', bucket: freshBucket() });
    await expect(wrongSecret).rejects.toThrow(/S3_ACCESS_KEY, S3_SECRET_KEY/);
    const wrongKey = createS3Store({ ...s3, accessKey: 'nobody', bucket: freshBucket() });
    await expect(wrongKey).rejects.toThrow(/S3_ACCESS_KEY, S3_SECRET_KEY/);
  });

  test('a bucket name that no store takes is named', async () => {
    await expect(createS3Store({ ...s3, bucket: 'Not A Bucket' })).rejects.toThrow(/S3_BUCKET/);
  });
});

describe.each(testStores().s3)('a reader of the S3 store ($name)', (s3) => {
  let link: FaultyLink;
  let files: FileStore;
  const size = 24 * 1024 * 1024;
  const silence = 5000;
  beforeAll(async () => {
    link = await startFaultyLink(s3.endpoint);
    const options = { ...s3, endpoint: link.through(s3.endpoint), bucket: freshBucket() };
    const usual = await createS3Store(options);
    await usual.put('large', Readable.from([Buffer.alloc(size)]), { contentType: 'video/mp4', size });
    files = await createS3Store({ ...options, silence });
  });
  afterAll(() => link.close());

  /** Reads the file, pausing after its beginning for longer than the store may be silent. */
  async function readWithRest(onBegun = () => {}): Promise<number> {
    const file = await files.get('large');
    let read = 0;
    for await (const part of (file?.body ?? []) as AsyncIterable<Buffer>) {
      if (read === 0) {
        onBegun();
        await wait(1.5 * silence);
      }
      read += part.length;
    }
    return read;
  }

  test('may rest for longer than the store may be silent, as over a slow connection', async () => {
    expect(await readWithRest()).toBe(size);
  });

  test('is told when the store stops in the middle, even after a rest', async () => {
    await expect(readWithRest(() => link.freeze())).rejects.toThrow('aborted');
    link.mend();
  });
});

describe('an S3 store that is away', () => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(() => silent.close());

  test('is told by the name of its address', async () => {
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const endpoint = `http://127.0.0.1:${address.port}`;
    const options = { endpoint, region: 'us-east-1', bucket: 'tests', accessKey: 'a', secretKey: 'b', patience: 0 };
    await expect(createS3Store(options)).rejects.toThrow(/^S3_ENDPOINT: /);
  });
});
