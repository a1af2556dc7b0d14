import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { endOrphan } from './postgres-orphan.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { asOrdinaryUser, type OrdinaryUser } from './ordinary-user.ts';
import { runToEnd, startServer, type ServerProcess } from './postgres-process.ts';
import { keepWhole, readKept } from './secrets.ts';

const user = 'koinonia';
const database = 'koinonia';
/** Ms until it is restarted; doubled each time that it ends within `soon`, as on a full disk. */
const startsAgain = { first: 200, last: 10_000, soon: 2000 } as const;

export interface EmbeddedPostgres {
  url: string;
  /** Ends it cleanly; committed data is on disk in any case. */
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL as a child process, with its data in `<dataDir>/postgres`. It is restarted when it dies. A server left
 * behind by an earlier, killed run is ended first. `durable: false` is for tests: faster, but a power cut may lose committed
 * data. If `ending` is aborted before it answers, rejects once it has ended.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  durable?: boolean;
  ending?: AbortSignal | undefined;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, ending = new AbortController().signal } = options;
  await mkdir(dataDir, { recursive: true });
  const binaries = await postgresBinaries();
  const owner = await asOrdinaryUser([binaries.directory, dataDir]);
  const pgData = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres.password');
  const password = await keptPassword(passwordFile);
  if (!existsSync(join(pgData, 'PG_VERSION'))) await initialise(binaries.initdb, { pgData, password, owner, ending });
  await endOrphan(pgData, log, { ending });

  const port = await freePort();
  const url = embeddedUrl(port, password);
  const logFile = join(dataDir, 'postgres.log');
  const launch = () =>
    startServer(binaries.postgres, ['-D', pgData, ...settings(port, options.durable ?? true)], owner, logFile);
  const server = keptRunning(launch, log, logFile);
  try {
    await answering(server.current(), { url, logFile, ending });
  } catch (error) {
    await server.stop();
    throw isRefused(error) ? lostPassword(passwordFile, pgData) : error;
  }
  return { url, stop: server.stop };
}

/** Starts the server, and starts it again whenever it has ended by itself. */
function keptRunning(launch: () => ServerProcess, log: Logger, logFile: string) {
  let stopping = false;
  let pause: number = startsAgain.first;
  let server = launch();

  /** A server that cannot even be launched, as when too many files are open, counts as one that has ended. */
  function launchAgain(): ServerProcess {
    try {
      return launch();
    } catch (err) {
      log.error({ err }, 'PostgreSQL could not be launched');
      return { exited: Promise.resolve(), end() {} };
    }
  }

  function keep() {
    const launched = performance.now();
    void server.exited.then(async () => {
      if (stopping) return;
      const isSoon = performance.now() - launched < startsAgain.soon;
      pause = isSoon ? Math.min(2 * pause, startsAgain.last) : startsAgain.first;
      log.error({ logFile, pause }, 'PostgreSQL ended by itself and is started again');
      await wait(pause, undefined, { ref: false });
      if (stopping) return;
      server = launchAgain();
      keep();
    });
  }

  keep();
  return {
    current: () => server,
    async stop() {
      stopping = true;
      server.end('SIGINT');
      const inTime = await Promise.race([server.exited.then(() => true), wait(6000, false, { ref: false })]);
      if (!inTime) server.end('SIGQUIT');
      await server.exited;
    },
  };
}

/** The address of an embedded PostgreSQL on this port. It has no certificate, whatever PGSSLMODE asks of others. */
export const embeddedUrl = (port: number, password: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;

/** As arguments of the server. */
export function settings(port: number, durable: boolean, platform = process.platform): string[] {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: durable ? '100' : '400',
    password_encryption: 'scram-sha-256',
    shared_buffers: '64MB',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // On macOS the other methods leave data in the drive's own cache, which a power cut empties.
    ...(platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Created in a temporary folder and then moved into place, so that an interrupted start leaves nothing incomplete. */
async function initialise(
  initdb: string,
  made: { pgData: string; password: string; owner: OrdinaryUser | null; ending: AbortSignal },
) {
  const { pgData, password, owner, ending } = made;
  const unfinished = `${pgData}.new`;
  const passwordFile = `${pgData}.password-for-initdb`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await chmod(unfinished, 0o700);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) {
    await chown(unfinished, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  try {
    // The builtin locale is the same on every machine, independent of the system's locales.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const access = [`--username=${user}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await runToEnd(initdb, ['-D', unfinished, ...locale, ...access], owner, ending);
    await rename(unfinished, pgData);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** On disk before the data that cannot be read without it. */
async function keptPassword(file: string): Promise<string> {
  const kept = await readKept(file);
  if (kept !== '') return kept;
  const password = randomBytes(24).toString('hex');
  await keepWhole(file, password);
  return password;
}

/** Waits until the server answers, even through a crash recovery, and creates the database if it does not exist. */
async function answering(
  server: ServerProcess,
  { url, logFile, ending }: { url: string; logFile: string; ending: AbortSignal },
): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  let ended = false;
  void server.exited.then(() => (ended = true));
  for (;;) {
    const client = new pg.Client({ connectionString: admin.href, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
      if (!rowCount) await client.query(`create database ${database}`);
      // The details of an error contain what people typed, such as the name of a private group.
      await client.query(`alter database ${database} set log_error_verbosity = terse`);
      return;
    } catch (cause) {
      if (isRefused(cause)) throw cause;
      if (ended) {
        const lines = await readFile(logFile, 'utf8').catch(() => '');
        throw new Error(`PostgreSQL did not start:\n${lines.split('\n').slice(-12).join('\n')}`, { cause });
      }
      await wait(25, undefined, { signal: ending });
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** A wrong password stays wrong, however often it is tried (SQLSTATE `invalid_password`). */
const isRefused = (error: unknown) => error instanceof pg.DatabaseError && error.code === '28P01';

const lostPassword = (file: string, pgData: string) =>
  new PlainError(
    `The password in ${file} does not open the database in ${pgData}. Put the right file back, from a copy of the folder.`,
  );
