import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3TestStore } from '@koinonia/kit/testing/stores.ts';
import S3rver from '@20minutes/s3rver';

export interface S3Server {
  store: S3TestStore;
  stop(): Promise<void>;
}

/** An S3 server from npm, on loopback; its keys are its own and fixed. */
export async function startS3(options: { dataDir: string }): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(options.dataDir, 's3'),
    allowMismatchedSignatures: false,
  });
  mend(server.store);
  const { port } = await server.run();
  return {
    store: {
      name: 's3rver',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    stop: () => server.close(),
  };
}

/**
 * Corrects deviations from S3: it keeps half of an aborted upload, treats the range `bytes=0-0` as the whole file, and
 * answers 500 when a file is listed while it is being stored, or stored while the last other one of its folder is deleted.
 */
function mend(store: S3rver['store']): void {
  const putContent = store.putContent.bind(store);
  store.putContent = async (path, content) => {
    const written = `${path}.${randomUUID()}`;
    const about = await putContent(written, content);
    await rename(written, path);
    return about;
  };
  const getMetadata = store.getMetadata.bind(store);
  store.getMetadata = (bucket, key) =>
    getMetadata(bucket, key).catch((error: unknown) => {
      // Written in part so far.
      if (error instanceof SyntaxError) return store.getMetadata(bucket, key);
      throw error;
    });
  // Leaves the folder, which its own method removes.
  store.deleteObject = async (bucket, key) => {
    for (const part of ['object', 'object.md5', 'metadata.json'])
      await rm(store.getResourcePath(bucket, key, part), { force: true });
  };
  const getObject = store.getObject.bind(store);
  store.getObject = (bucket, key, range) =>
    // A number object is truthy where a plain 0 is falsy.
    getObject(bucket, key, range?.end === 0 ? { ...range, end: Object(0) as number } : range);
}

/** The store named in the environment by the product's own variables, which must pass the same tests. */
export function s3OfTheEnvironment(): S3TestStore[] {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env;
  if (!S3_ENDPOINT) return [];
  return [
    {
      name: new URL(S3_ENDPOINT).host,
      endpoint: S3_ENDPOINT,
      region: S3_REGION ?? 'us-east-1',
      accessKey: S3_ACCESS_KEY ?? '',
      secretKey: S3_SECRET_KEY ?? '',
    },
  ];
}
