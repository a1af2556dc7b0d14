import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@koinonia/infra/solo/embedded-postgres.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { isRunning } from '@koinonia/kit/testing/is-running.ts';
import pg from 'pg';
import { layOutPostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { until } from './until.ts';

/** A PostgreSQL for one test, as crash-safe as in production, that can be killed. */
export interface OwnPostgres {
  readonly url: string;
  /**
   * Kills the server at once, either only the server process (SIGKILL) or with all its connections, as `pg_ctl stop -m immediate`
   * does (SIGQUIT); it is started again at once.
   */
  crash(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Freezes the server and all its connections, as on a machine that hangs, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Accepts connections from other addresses than loopback, with the same password. */
  letIn(network: string): Promise<void>;
  /** Resolves when it answers (again). */
  answering(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  await mkdir(dataDir, { recursive: true });
  await layOutPostgres(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent', 'tests'), durable: true });
  return {
    url: server.url,
    crash: (signal) => crashPostgres(dataDir, signal),
    freeze: () => signalAll(dataDir, 'SIGSTOP'),
    thaw: () => signalAll(dataDir, 'SIGCONT'),
    async letIn(network) {
      await appendFile(join(dataDir, 'postgres', 'pg_hba.conf'), `\nhost all all ${network} scram-sha-256\n`);
      process.kill(await postmasterOf(dataDir), 'SIGHUP');
    },
    answering: () => until(() => ask(server.url), 60_000),
    stop: () => server.stop(),
  };
}

/** Ends the PostgreSQL that runs on `<dataDir>/postgres` without letting it write anything more. */
export async function crashPostgres(dataDir: string, signal: 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT'): Promise<void> {
  const pid = await postmasterOf(dataDir);
  process.kill(pid, signal);
  await until(() => requireGone(pid), 30_000);
}

const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function signalAll(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await postmasterOf(dataDir);
  process.kill(postmaster, signal);
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  // By the `kill` program and not by `process.kill`: a connection may have ended since it was listed.
  spawnSync('kill', [`-${signal.slice(3)}`, ...stdout.split(/\s+/).filter(Boolean)]);
}

function requireGone(pid: number) {
  if (isRunning(pid)) throw new Error(`process ${pid} is still there`);
}

async function ask(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
}
