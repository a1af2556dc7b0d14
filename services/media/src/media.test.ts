import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { ConfigError } from '@koinonia/kit/config.ts';
import { createLog } from '@koinonia/kit/log.ts';
import { headersOf, testSecret } from '@koinonia/kit/testing/callers.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMedia } from './app.ts';
import { mediaConfig } from './config.ts';
import { buildMediaWorker } from './worker-app.ts';
import { workerConfig } from './worker-config.ts';

const log = createLog('silent', 'tests');
const bus = createMemoryBus(log);
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-media-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function s3Environment() {
  const [s3] = testStores().s3;
  if (!s3) throw new Error('the run has no S3 store');
  return { S3_ENDPOINT: s3.endpoint, S3_ACCESS_KEY: s3.accessKey, S3_SECRET_KEY: s3.secretKey, S3_BUCKET: 'media-tests' };
}

describe.each([
  ['a folder', () => ({ DATA_DIR: dataDir })],
  ['S3', s3Environment],
])('with its files in %s', (_kind, environment: () => Record<string, string>) => {
  test('the service is ready', async () => {
    const app = await buildMedia({ config: mediaConfig({ ...environment(), INTERNAL_SECRET: testSecret }), log, bus });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    await app.close();
  });

  test('the worker is ready, and tells its metrics', async () => {
    const app = await buildMediaWorker({ config: workerConfig(environment()), log, bus });
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await app.inject(path)).statusCode, path).toBe(200);
    await app.close();
  });
});

test('nothing is answered to whoever brings no statement of the caller; what is not there yet is a 404', async () => {
  const app = await buildMedia({ config: mediaConfig({ DATA_DIR: dataDir, INTERNAL_SECRET: testSecret }), log, bus });
  const url = '/api/upload-avatar';
  const anonymous = await app.inject({ method: 'POST', url });
  expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, 'unauthenticated']);
  const known = await app.inject({ method: 'POST', url, headers: await headersOf('ruth', 'media') });
  expect([known.statusCode, known.json().code]).toEqual([404, 'not_found']);
  await app.close();
});

test.each([
  ['S3_ENDPOINT', { S3_ENDPOINT: 'minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'http://minio:9000/bucket', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }],
  ['S3_ENDPOINT', { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }],
  ['S3_SECRET_KEY', { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a' }],
  ['S3_ACCESS_KEY', { S3_ENDPOINT: 'http://minio:9000', S3_SECRET_KEY: 'a' }],
  ['S3_BUCKET', { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b', S3_BUCKET: 'No Bucket' }],
])('a wrong %s stops the start and is named: %j', (name, environment) => {
  const read = () => mediaConfig({ ...environment, INTERNAL_SECRET: testSecret });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
});

test('keys that the store refuses stop the start', async () => {
  const config = mediaConfig({ ...s3Environment(), S3_SECRET_KEY: 'not the secret', INTERNAL_SECRET: testSecret });
  await expect(buildMedia({ config, log, bus })).rejects.toThrow(/S3_SECRET_KEY/);
});
