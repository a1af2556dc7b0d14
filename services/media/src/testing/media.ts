import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Attachment } from '@koinonia/contracts/media.ts';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { createDatabase } from '@koinonia/kit/stores/database.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { listen } from '@koinonia/kit/process/listen.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createCallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import { headersOf, testSecret } from '@koinonia/kit/testing/callers.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { buildMedia } from '../app.ts';
import { mediaConfig } from '../config.ts';
import type { MediaTables } from '../database/schema.ts';
import { openFiles } from '../files.ts';
import type { MediaDependencies } from '../open-media.ts';
import { startNeighbours } from './neighbours.ts';
import { niceness } from './niceness.ts';

const log = createLog('silent', 'media');

/** The media service over real HTTP on real stores, with stand-ins for its neighbours. */
export async function startMedia(
  environment: Record<string, string> = {},
  times: Pick<MediaDependencies, 'dropEvery'> = {},
) {
  const [database, neighbours, dataDir] = await Promise.all([
    createTestDatabase(),
    startNeighbours(),
    mkdtemp(join(tmpdir(), 'koinonia-media-')),
  ]);
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    CHAT_URL: neighbours.chatUrl,
    IDENTITY_URL: neighbours.identityUrl,
    INTERNAL_SECRET: testSecret,
    DISK_FULL_PERCENT: '100',
    ...environment,
  };
  const config = mediaConfig(variables);
  const app = await buildMedia({ config, log, bus: createMemoryBus(log), niceness, ...times });
  const url = await listen(app, { host: '127.0.0.1', port: 0 }, log);
  const db = createDatabase<MediaTables>({ url: database.url, schema: 'media', log });
  const files = await openFiles(config.files);

  return {
    url,
    config,
    variables,
    /** For checks that need the stores, and for changing dates so that time seems to pass. */
    db,
    files,
    neighbours,
    /** The temporary files on this machine. */
    spooled: () => readdir(config.spoolFolder),
    async stop() {
      await app.close();
      await db.destroy();
      await neighbours.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A client for a stand-in, as the service itself has one. */
export const clientOf = (audience: 'chat' | 'identity', url: string) =>
  createServiceClient({
    nodes: createServiceNodes([url]),
    audience,
    as: 'media',
    sign: createCallerSigner(testSecret),
  });

/** The environment for a new bucket: in the S3 store that the run was given, otherwise in the run's own store. */
export function s3Environment(): Record<string, string> {
  const s3 = testStores().s3.at(-1);
  if (!s3) throw new Error('the run has no S3 store');
  const bucket = `media-${randomBytes(6).toString('hex')}`;
  return { S3_ENDPOINT: s3.endpoint, S3_ACCESS_KEY: s3.accessKey, S3_SECRET_KEY: s3.secretKey, S3_BUCKET: bucket };
}

export type Media = Awaited<ReturnType<typeof startMedia>>;

/** A chat with these members. */
export function chatOf(media: Media, ...uids: string[]): string {
  const chatId = randomUUID();
  media.neighbours.members.set(chatId, new Set(uids));
  return chatId;
}

/** A call of a person, as the gateway forwards it. */
export async function ask(media: Media, uid: string, path: string, options: RequestInit = {}): Promise<Response> {
  return fetch(media.url + path, {
    ...options,
    headers: { ...(await headersOf(uid, 'media')), ...(options.headers as Record<string, string> | undefined) },
  });
}

/** A form with one file, as a browser makes it. */
export function formWith(field: string, bytes: Uint8Array, name = 'picture.jpg', type = 'image/jpeg'): FormData {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

export const sendAvatar = (media: Media, uid: string, bytes: Uint8Array, name?: string, type?: string) =>
  ask(media, uid, '/api/upload-avatar', { method: 'POST', body: formWith('avatar', bytes, name, type) });

export const sendPicture = (media: Media, uid: string, chatId: string, bytes: Uint8Array) =>
  ask(media, uid, `/api/chat/${chatId}/picture`, { method: 'POST', body: formWith('picture', bytes) });

export const sendAttachment = (
  media: Media,
  uid: string,
  chatId: string,
  file: { bytes: Uint8Array; name?: string; type?: string },
) =>
  ask(media, uid, `/api/chat/${chatId}/attachment`, {
    method: 'POST',
    body: formWith('attachment', file.bytes, file.name, file.type),
  });

/** Sends a file that must be accepted. */
export async function attached(...sent: Parameters<typeof sendAttachment>): Promise<Attachment> {
  const answer = await sendAttachment(...sent);
  if (answer.status !== 201)
    throw new Error(`the attachment was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Attachment;
}

/** The answer at an address after the image there has been processed. */
export function whenWorkedOn(media: Media, uid: string, path: string, headers: Record<string, string> = {}) {
  return eventually(
    async () => {
      const answer = await ask(media, uid, path, { headers });
      if (answer.status !== 202) return answer;
      await answer.text();
      throw new Error('still being worked on');
    },
    { timeout: 50_000, interval: 50 },
  );
}

/** The id of an upload, by its address. */
export const idOf = (url: string) => url.split('/')[4] ?? '';

/** Changes what the database says of an upload, as time or its worker would. */
export const changeUpload = (media: Media, url: string, by: Record<string, Date | string | null>) =>
  media.db
    .updateTable('uploads')
    .set(by as never)
    .where('id', '=', idOf(url))
    .execute();

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const ago = (ms: number) => new Date(Date.now() - ms);

/** Waits until a picture has been processed, without reading it. Its upload waits, too, but not for long. */
export function whenReady(media: Media, url: string): Promise<void> {
  return eventually(async () => {
    const row = await media.db.selectFrom('uploads').select('state').where('id', '=', idOf(url)).executeTakeFirst();
    if (row?.state !== 'ready') throw new Error('not ready yet');
  });
}

/** The status of an answer. Discards the body: an unread one would delay the end of the service. */
export async function statusOf(answer: Response): Promise<number> {
  await answer.arrayBuffer();
  return answer.status;
}

export const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** Puts a small object, as of an upload that the database may not know. */
export const putObject = (files: FileStore, name: string, content = 'x') =>
  files.put(name, Readable.from([content]), { contentType: 'a/b', size: content.length });

export async function namesIn(files: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list('')) names.push(name);
  return names.sort();
}

/** The status and the code of an error. */
export async function refusalOf(answer: Response): Promise<[number, string]> {
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code];
}
