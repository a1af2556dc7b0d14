import { startEmbeddedPostgres } from '@koinonia/infra/solo/embedded-postgres.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import type { TestStores } from '@koinonia/kit/testing/stores.ts';
import type { TestProject } from 'vitest/node';
import { layOutPostgres, preparePostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { startRedis } from './redis-server.ts';
import { openRunFolder } from './run-folder.ts';
import { s3OfTheEnvironment, startS3 } from './s3-server.ts';

/** One PostgreSQL, one Redis and one S3 for a whole test run; each test file creates its own database and prefixes. */
export default async function setUpStores(project: TestProject) {
  const folder = await openRunFolder();
  const dataDir = folder.path;
  const log = createLog('warn', 'tests');
  await preparePostgres(dataDir);
  await layOutPostgres(dataDir);
  const [postgres, redis, s3] = await Promise.all([
    startEmbeddedPostgres({ dataDir, log, durable: false }),
    startRedis({ dataDir }),
    startS3({ dataDir }),
  ]);
  const stores: TestStores = {
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    s3: [s3.store, ...s3OfTheEnvironment()],
  };
  project.provide('stores', stores);

  return async function tearDown() {
    await Promise.all([postgres.stop(), redis.stop(), s3.stop()]);
    await folder.clear();
  };
}
