import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BucketItem, Client, InvalidBucketNameError, S3Error } from 'minio';
import { codeOf } from '../code-of.ts';
import { ConfigError } from '../process/config.ts';
import { unavailable } from '../errors.ts';
import { reachStore } from '../stores/reach-store.ts';
import { exactSize } from './exact-size.ts';
import { checkName, checkPrefix, checkRange, type FileAbout, type FileStore } from './file-store.ts';

export interface S3Options {
  /** Origin of the store, such as `http://127.0.0.1:9000`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Ms to wait at the start for a store that is not reachable yet. Default 30 s. */
  readonly patience?: number;
  /** Ms in which the store must take what is sent, begin its answer, and in which each further part must follow. Default 20 s. */
  readonly silence?: number;
}

/**
 * Files in a bucket of any S3-compatible store; a missing bucket is created. Throws `ConfigError` naming the variable
 * when the store refuses the keys or the bucket, or cannot be reached in time.
 */
export async function createS3Store(options: S3Options): Promise<FileStore> {
  const { bucket } = options;
  const client = clientOf(options);
  await reachStore({
    variable: 'S3_ENDPOINT',
    patience: options.patience ?? 30_000,
    reach: () => prepareBucket(client, options),
    isRefusal: () => false,
  });

  async function aboutOf(name: string): Promise<FileAbout | null> {
    const found = await unlessMissing(onceMore(() => client.statObject(bucket, name)));
    return found && { size: found.size, contentType: String(found.metaData['content-type']) };
  }

  return {
    async put(name, body, about) {
      checkName(name);
      const counted = exactSize(about.size);
      await Promise.all([pipeline(body, counted), upload(client, options, name, counted, about)]);
    },

    async get(name, range) {
      checkName(name);
      const about = await aboutOf(name);
      if (!about) return null;
      if (range) checkRange(range, about.size);
      const { start, length } = range
        ? { start: range.start, length: range.end - range.start + 1 }
        : { start: 0, length: 0 };
      const body = await unlessMissing(onceMore(() => client.getPartialObject(bucket, name, start, length)));
      return body && { about, body };
    },

    async delete(name) {
      checkName(name);
      await onceMore(() => client.removeObject(bucket, name)).catch(asStoreError);
    },

    list(prefix) {
      checkPrefix(prefix);
      return namesIn(client, bucket, prefix);
    },

    async ping() {
      const isThere = await onceMore(() => client.bucketExists(bucket)).catch(asStoreError);
      if (!isThere) throw unavailable(new Error(`the file store has no bucket '${bucket}'`));
    },
  };
}

function clientOf({ endpoint, region, accessKey, secretKey, silence = 20_000 }: S3Options): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const secure = protocol === 'https:';
  const client = new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 443 : 80),
    useSSL: secure,
    region,
    accessKey,
    secretKey,
    pathStyle: true,
    transport: { request: impatient(secure ? httpsRequest : httpRequest, silence) },
    // A body that streams cannot be sent a second time; the caller must retry.
    retryOptions: { disableRetry: true },
  });
  // The hash of a stream is not known before its end; uploads are not hashed over plain http either.
  client.enableSHA256 = false;
  return client;
}

/** A store closes connections that it considers idle, perhaps just as one is reused. */
const wasUnused = (error: unknown) => codeOf(error) === 'ECONNRESET';

/** For calls that do no harm when they are made twice. */
const onceMore = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (wasUnused(error)) return ask();
    throw error;
  });

async function* namesIn(client: Client, bucket: string, prefix: string): AsyncGenerator<string> {
  let last = '';
  for (let failures = 0; ; failures += 1) {
    try {
      const found: AsyncIterable<BucketItem> = client.listObjectsV2(bucket, prefix, true, last);
      for await (const { name } of found) {
        if (name === undefined) continue;
        [last, failures] = [name, 0];
        yield name;
      }
      return;
    } catch (error) {
      if (failures > 0 || !wasUnused(error)) throw error;
    }
  }
}

/** Answers that the client takes for passing faults, and drops without reading them. */
const dropped = [408, 429, 499, 500, 502, 503, 504, 520];

/** The client itself has no timeout for a store that stops answering, or answers byte by byte. */
function impatient(request: typeof httpRequest, silence: number): typeof httpRequest {
  return ((options: RequestOptions, answered: (answer: IncomingMessage) => void) => {
    const asked = request(options, answered);
    const giveUp = () =>
      asked.destroy(Object.assign(new Error('the file store stopped answering'), { code: 'ETIMEDOUT' }));
    let answer: IncomingMessage | null = null;
    asked.once('response', (begun: IncomingMessage) => {
      answer = begun;
      // Otherwise it would keep its connection for ever.
      if (dropped.includes(begun.statusCode ?? 0)) begun.resume();
    });
    asked.once('socket', (socket) => {
      // While bytes wait for a slow reader, or a slow sender has none for the store, it is not the store that is silent.
      const waitsForUs = () => answer?.readableLength || (!asked.writableEnded && asked.writableLength === 0);
      const onSilence = () => (waitsForUs() ? socket.setTimeout(silence) : giveUp());
      socket.setTimeout(silence).on('timeout', onSilence);
      // The agent may give the connection to another request.
      asked.once('close', () => socket.off('timeout', onSilence));
    });
    asked.once('finish', () => {
      const timer = setTimeout(giveUp, silence);
      for (const over of ['response', 'close']) asked.once(over, () => clearTimeout(timer));
    });
    return asked;
  }) as typeof httpRequest;
}

/** Streams one object up in one request. The client's own `putObject` first reads the whole object into memory. */
async function upload(client: Client, { bucket, region }: S3Options, name: string, body: Readable, about: FileAbout) {
  const headers = { 'content-length': String(about.size), 'content-type': about.contentType };
  const request = { method: 'PUT', bucketName: bucket, objectName: name, headers };
  try {
    const answer = await client.makeRequestStreamAsync(request, body, '', [200], region);
    answer.resume();
  } catch (error) {
    body.destroy();
    asStoreError(error);
  }
}

async function prepareBucket(client: Client, { bucket, region, endpoint }: S3Options): Promise<void> {
  try {
    if (await bucketIsThere(client, bucket)) return await requireList(client, bucket);
    // Another of our nodes may create it at the same moment.
    await client.makeBucket(bucket, region).catch(async (error: unknown) => {
      if (!codeOf(error).startsWith('BucketAlready') || !(await client.bucketExists(bucket))) throw error;
    });
  } catch (cause) {
    const code = codeOf(cause);
    if (cause instanceof InvalidBucketNameError || code.startsWith('BucketAlready')) {
      throw new ConfigError(`S3_BUCKET: the store at ${endpoint} gives us no bucket '${bucket}'`, { cause });
    }
    if (cause instanceof S3Error) {
      const names = 'S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION, S3_BUCKET';
      // Without a code it may not have been a store that answered.
      const all = code === '' ? `S3_ENDPOINT, ${names}` : names;
      throw new ConfigError(`${all}: refused by the store at ${endpoint} (${code || 'no reason given'})`, { cause });
    }
    throw cause;
  }
}

/** Swift answers a HEAD with an unknown key with 500; when asked to create the bucket, it names the real error. */
async function bucketIsThere(client: Client, bucket: string): Promise<boolean> {
  return client.bucketExists(bucket).catch((error: unknown) => {
    if (isPassingFault(error)) return false;
    throw error;
  });
}

/**
 * A web server with a page for every address, such as the console of a store, also has one for the bucket: only a list tells a
 * store from it. No file's name begins with `~`.
 */
async function requireList(client: Client, bucket: string): Promise<void> {
  await client.listObjectsV2(bucket, '~').toArray();
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (['NoSuchKey', 'NotFound'].includes(codeOf(error))) return null;
    return asStoreError(error);
  }
}

/** The client reports the store's 429, 500 and 503 only in words. */
const isPassingFault = (error: unknown) => error instanceof Error && /Retryable HTTP status/.test(error.message);

function asStoreError(error: unknown): never {
  throw isPassingFault(error) ? unavailable(error) : error;
}
