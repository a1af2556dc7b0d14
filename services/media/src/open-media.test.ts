import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { ConfigError } from '@koinonia/kit/process/config.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { expect, test } from 'vitest';
import { mediaConfig } from './config.ts';
import { openMedia } from './open-media.ts';

const log = createLog('silent', 'media');
const [s3] = testStores().s3;
const inS3 = {
  S3_ENDPOINT: s3!.endpoint,
  S3_REGION: s3!.region,
  S3_ACCESS_KEY: s3!.accessKey,
  S3_SECRET_KEY: s3!.secretKey,
  S3_BUCKET: 'tests-without-a-folder',
};

test.each([
  ['the files', {}],
  ['uploads, though the files are elsewhere', inS3],
])('a folder that can hold nothing stops the start, by the name of its variable: for %s', async (_, stores) => {
  // Below a file there is no folder.
  const DATA_DIR = import.meta.filename;
  const environment = { DATABASE_URL: 'postgres://127.0.0.1/none', INTERNAL_SECRET: testSecret, DATA_DIR, ...stores };
  const opening = openMedia({ config: mediaConfig(environment), log, bus: createMemoryBus(log) }, 'media');
  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow(/^DATA_DIR: .*open-media/);
});
