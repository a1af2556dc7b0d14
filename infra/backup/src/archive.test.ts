import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';

const key = 'a key that nobody guesses';
const content = randomBytes(300_000);

async function made(withKey?: string): Promise<Buffer> {
  const output = new PassThrough();
  const bytes = buffer(output);
  const archive = writeArchive(output, withKey);
  await archive.add('first', Buffer.from('one'));
  const about = { size: content.length, pax: { 'KOINONIA.type': 'image/png' } };
  await archive.addStream(
    'files/avatars/1/64.webp',
    Readable.from([content.subarray(0, 9), content.subarray(9)]),
    about,
  );
  await archive.end();
  return bytes;
}

async function entries(bytes: Buffer, withKey?: string) {
  const read = [];
  for await (const { name, pax, content } of readArchive(Readable.from([bytes]), withKey)) {
    read.push({ name, type: pax['KOINONIA.type'], content: await buffer(content) });
  }
  return read;
}

/** Made once: the key derivation is slow on purpose and takes a second of CPU. */
const sealed = await made(key);
const open = await made();

test.each([
  ['open', open, undefined],
  ['encrypted', sealed, key],
])('what is written is read again (%s)', async (_, bytes, withKey) => {
  expect(await entries(bytes, withKey)).toEqual([
    { name: 'first', type: undefined, content: Buffer.from('one') },
    { name: 'files/avatars/1/64.webp', type: 'image/png', content },
  ]);
});

test('an open archive is a plain tar.gz, an encrypted one an age file that shows nothing', async () => {
  expect(open.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(sealed.includes('avatars')).toBe(false);
});

test('without its key, or with another one, it stays closed', async () => {
  await expect(entries(sealed)).rejects.toThrow('This backup is encrypted. Set BACKUP_KEY');
  await expect(entries(sealed, 'a key that somebody guessed')).rejects.toThrow('another BACKUP_KEY');
});

test.each([
  ['open', open, undefined],
  ['encrypted', sealed, key],
])('one that was cut short or changed is refused (%s)', async (_, whole, withKey) => {
  for (const length of [whole.length - 1, 200_000, 1000]) {
    await expect(entries(whole.subarray(0, length), withKey), `${length} bytes`).rejects.toThrow('damaged');
  }
  const changed = Buffer.from(whole);
  changed[150_000]! ^= 1;
  await expect(entries(changed, withKey)).rejects.toThrow('damaged');
});

test('one whose compressed content was cut short or changed before it was compressed is refused', async () => {
  const plain = gunzipSync(open);
  for (const length of [700, 200_000]) {
    await expect(entries(gzipSync(plain.subarray(0, length))), `${length} bytes`).rejects.toThrow('damaged');
  }
  plain.write('no number', 124);
  await expect(entries(gzipSync(plain))).rejects.toThrow('damaged');
});

test('what is no archive at all is refused', async () => {
  await expect(entries(Buffer.from('hello, this is a letter'))).rejects.toThrow('damaged');
  await expect(entries(Buffer.alloc(0))).rejects.toThrow('damaged');
});

test('an output that fails ends the writing', async () => {
  const output = new PassThrough();
  const archive = writeArchive(output, undefined);
  output.destroy(new Error('the disk is full'));
  await expect(archive.add('first', randomBytes(1_000_000))).rejects.toThrow('the disk is full');
  await expect(archive.add('second', randomBytes(9))).rejects.toThrow('the disk is full');
});

test.each([
  ['shorter', 9],
  ['longer', 11],
])('content that is %s than was said fails the writing', async (_, length) => {
  const archive = writeArchive(new PassThrough().resume(), undefined);
  const written = archive.addStream('first', Readable.from([randomBytes(length)]), { size: 10, pax: {} });
  await expect(written).rejects.toThrow('Size mismatch');
});

test('an output that fails while content is awaited ends the writing', async () => {
  const output = new PassThrough();
  const archive = writeArchive(output, undefined);
  const content = new PassThrough();
  const written = archive.addStream('first', content, { size: 10, pax: {} });
  content.write('five.');
  output.destroy(new Error('the disk is full'));
  await expect(written).rejects.toThrow('the disk is full');
});
