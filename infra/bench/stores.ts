import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { Redis } from 'ioredis';
import { startEmbeddedPostgres } from '../solo/embedded-postgres.ts';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { pin, serverCore, startProgram } from './processes.ts';
import type { Measured } from './target.ts';

export interface Stores {
  readonly postgresUrl: string;
  readonly redisUrl: string;
  readonly folder: string;
  readonly processes: readonly Measured[];
  stop(): Promise<void>;
}

/** A PostgreSQL that flushes every commit to the disk, and a Redis, both fresh, on the servers' core. */
export async function startStores(): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'koinonia-bench-'));
  const clearAway = () => clearAtOnce(folder);
  process.once('exit', clearAway);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent', 'bench'), durable: true });
  const postmaster = postmasterOf(folder);
  pin(postmaster, serverCore);
  const port = await freePort();
  const program = process.env['REDIS_SERVER'] ?? 'redis-server';
  const redis = startProgram(program, ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder]);
  const redisUrl = `redis://127.0.0.1:${port}`;
  await answering(redisUrl);
  return {
    postgresUrl: postgres.url,
    redisUrl,
    folder,
    processes: [
      { name: 'PostgreSQL', pid: postmaster, withChildren: true },
      { name: 'Redis', pid: redis.pid ?? 0 },
    ],
    async stop() {
      const ended = once(redis, 'exit');
      redis.kill();
      await Promise.all([ended, postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
      process.off('exit', clearAway);
    },
  };
}

const postmasterOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** For a process that ends early. PostgreSQL runs in a process group of its own, which Ctrl-C does not reach. */
function clearAtOnce(folder: string): void {
  try {
    process.kill(postmasterOf(folder), 'SIGQUIT');
  } catch {
    // It has not started.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function answering(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 50 });
  redis.on('error', () => {});
  await redis.ping();
  redis.disconnect();
  await wait(0);
}
