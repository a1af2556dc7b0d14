import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { mayMakeDisks, putDiskOver, type SmallDisk } from '@koinonia/kit/testing/small-disk.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatOf, type Media, s3Environment, sendAttachment, startMedia, statusOf } from '../testing/media.ts';

const megabyte = 2 ** 20;
/** The disk for uploads in progress, of which nine tenths may be used. */
const diskSize = 20;

describe.skipIf(!mayMakeDisks)('a disk of its own, which only root on Linux may make', () => {
  const [ruth, ben] = [randomUUID(), randomUUID()];
  let folder: string;
  let disk: SmallDisk;
  let media: Media;
  let chatId: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koinonia-spool-'));
    disk = putDiskOver(folder, `${diskSize}m`);
    media = await startMedia({ ...s3Environment(), DATA_DIR: folder, DISK_FULL_PERCENT: '90' });
    chatId = chatOf(media, ruth, ben);
  });
  afterAll(async () => {
    await media?.stop();
    disk.takeAway();
    await rm(folder, { recursive: true, force: true });
  });

  const send = (megabytes: number) =>
    sendAttachment(media, ben, chatId, { bytes: randomBytes(megabytes * megabyte), name: 'some.bin' });

  async function announce(megabytes: number) {
    const headers = { ...(await headersOf(ruth, 'media')), 'content-type': 'multipart/form-data; boundary=x' };
    const upload = httpRequest(`${media.url}/api/chat/${chatId}/attachment`, {
      method: 'POST',
      headers: { ...headers, 'content-length': megabytes * megabyte },
    });
    upload.on('error', () => {});
    return upload;
  }

  /** A file that is announced, of which so much is sent. */
  async function sendSlowly({ announced, sent }: { announced: number; sent: number }) {
    const upload = await announce(announced);
    upload.write('--x\r\ncontent-disposition: form-data; name="attachment"; filename="slow"\r\n\r\n');
    upload.write(Buffer.alloc(sent * megabyte));
    await expect.poll(used).toBeGreaterThanOrEqual(sent * megabyte);
    return async () => {
      upload.destroy();
      await expect.poll(() => media.spooled()).toEqual([]);
    };
  }

  /** Files that are announced, and not refused yet: one that will be has a folder, too, for a moment. */
  let open = 0;

  /** Announces one file after another until one is refused, and sends nothing of them. */
  async function announceUntilRefused(megabytes: number) {
    const uploads: ClientRequest[] = [];
    let refused: IncomingMessage | undefined;
    while (!refused) {
      const upload = await announce(megabytes);
      upload.on('response', (answer) => {
        open -= 1;
        refused ??= answer;
      });
      upload.flushHeaders();
      open += 1;
      uploads.push(upload);
      await expect.poll(async () => refused !== undefined || (await media.spooled()).length >= open).toBe(true);
    }
    const goAway = () => uploads.forEach((upload) => upload.destroy());
    return { status: refused.statusCode, retryAfter: Number(refused.headers['retry-after']), goAway };
  }

  async function used() {
    const { blocks, bfree, bsize } = await statfs(folder);
    return (blocks - bfree) * bsize;
  }

  test('keeps room for files that are being uploaded, and what fits after them is told to come later', async () => {
    const goAway = await sendSlowly({ announced: 12, sent: 8 });
    expect(await statusOf(await send(5))).toBe(201);
    const refused = await send(8);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 10]);
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      error: expect.stringContaining('being uploaded'),
    });
    expect(await statusOf(await send(19))).toBe(507);
    await goAway();
    expect(await statusOf(await send(8))).toBe(201);
  });

  test('has room for others while somebody announces files and sends nothing of them', async () => {
    const large = await announceUntilRefused(4);
    const small = await announceUntilRefused(0.5);
    expect(await statusOf(await send(1))).toBe(201);
    expect([large.status, large.retryAfter, small.status]).toEqual([429, 10, 429]);
    large.goAway();
    small.goAway();
    await expect.poll(() => media.spooled()).toEqual([]);
  });

  test('that other files fill takes nothing more', async () => {
    await writeFile(join(folder, 'ballast'), Buffer.alloc(17 * megabyte));
    expect(await statusOf(await send(2))).toBe(507);
    await rm(join(folder, 'ballast'));
    expect(await statusOf(await send(2))).toBe(201);
  });
});
