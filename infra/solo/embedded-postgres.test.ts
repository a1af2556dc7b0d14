import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/observing/log.ts';
import pg from 'pg';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { isRunning } from '@koinonia/kit/testing/is-running.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, settings, startEmbeddedPostgres } from './embedded-postgres.ts';
import { layOutPostgres } from './testing/prepared-postgres.ts';

const log = createLog('silent', 'tests');
let dataDir: string;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-postgres-'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

/** On existing data, unless told otherwise: setting it up takes longer than the rest of a start. */
async function start({ fromNothing = false, logs = log } = {}) {
  if (!fromNothing && !existsSync(join(dataDir, 'postgres'))) await layOutPostgres(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: logs });
  running.push(postgres);
  return postgres;
}

async function query(postgres: EmbeddedPostgres, statement: string, values: string[] = []) {
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

test('what was written is there after a stop and a start', async () => {
  const first = await start({ fromNothing: true });
  await query(first, 'create table kept as select 1 as one');
  await first.stop();
  expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
});

test('on macOS a commit also empties the cache of the drive, which fsync alone leaves there full', () => {
  const flushes = 'wal_sync_method=fsync_writethrough';
  expect(settings(5432, true, 'darwin')).toContain(flushes);
  expect(settings(5432, true, 'linux')).not.toContain(flushes);
});

test('every commit is on disk before it is answered', async () => {
  const postgres = await start();
  expect(await query(postgres, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(postgres, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
});

test('PostgreSQL is started again when it is killed, at the same address, with everything committed', async () => {
  const postgres = await start();
  await query(postgres, 'create table kept as select 1 as one');
  process.kill(await postmaster(), 'SIGKILL');
  await eventually(async () => expect(await query(postgres, 'select one from kept')).toEqual([{ one: 1 }]));
});

/** Starts it from a process of its own, and kills that process. Returns the id of the PostgreSQL that is left. */
async function leaveBehind(folder = dataDir): Promise<number> {
  const [module, place] = [new URL('embedded-postgres.ts', import.meta.url), folder].map((one) => JSON.stringify(one));
  const program = `
    import { createLog } from '@koinonia/kit/observing/log.ts';
    import { startEmbeddedPostgres } from ${module};
    const { url } = await startEmbeddedPostgres({ dataDir: ${place}, log: createLog('silent', 'tests') });
    console.log(url);
    setInterval(() => {}, 1000);`;
  await layOutPostgres(dataDir);
  const killed = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  const [url] = (await once(killed.stdout, 'data')) as [Buffer];
  await query({ url: url.toString().trim(), stop: async () => {} }, 'create table kept as select 1 as one');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  return postmaster();
}

test('a PostgreSQL that a killed run left behind is ended, and its data is taken over', async () => {
  const orphan = await leaveBehind();
  expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
  expect(isRunning(orphan)).toBe(false);
});

test('a PostgreSQL that was left behind and is stopped does not hold up the start', async () => {
  const orphan = await leaveBehind();
  process.kill(orphan, 'SIGSTOP');
  expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
  expect(isRunning(orphan)).toBe(false);
});

test('a PostgreSQL that was left behind is known by its data, though the folder was named otherwise', async () => {
  const name = `${dataDir}-named-otherwise`;
  await symlink(dataDir, name);
  try {
    const orphan = await leaveBehind(name);
    expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
    expect(isRunning(orphan)).toBe(false);
  } finally {
    await rm(name);
  }
});

test('a PostgreSQL that was left behind is known by its data, though the folder was moved since', async () => {
  const orphan = await leaveBehind();
  const moved = `${dataDir}-moved`;
  await rename(dataDir, moved);
  dataDir = moved;
  expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
  expect(isRunning(orphan)).toBe(false);
});

test("a left-over file that names somebody else's process does not stop the start", async () => {
  const first = await start();
  await first.stop();
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n`);
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('data that cannot be read tells why, in PostgreSQL’s own words', async () => {
  const first = await start();
  await first.stop();
  running.pop();
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
  await expect(start()).rejects.toThrow(/PostgreSQL did not start:[\s\S]*version/);
});

test('PostgreSQL’s log says what failed, but no name that somebody gave', async () => {
  const postgres = await start();
  await query(postgres, 'create table kept (name text unique)');
  const insert = () => query(postgres, 'insert into kept values ($1)', ['A private group']);
  await insert();
  await expect(insert()).rejects.toThrow(/unique/);
  const said = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(said).toContain('duplicate key value');
  expect(said).not.toContain('private group');
});

test('a large log is put aside, and a new one begun', async () => {
  const first = await start();
  await first.stop();
  running.pop();
  const logFile = join(dataDir, 'postgres.log');
  await truncate(logFile, 11 * 1024 * 1024);
  await start();
  expect((await stat(logFile)).size).toBeLessThan(10_000);
  expect((await stat(`${logFile}.old`)).size).toBe(11 * 1024 * 1024);
});

test('a PostgreSQL that cannot start is tried less and less often, and is there again when it can', async () => {
  const tried: number[] = [];
  const listening = createLog('error', 'tests', { write: () => void tried.push(performance.now()) });
  const postgres = await start({ logs: listening });
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  await rename(control, `${control}.away`);
  process.kill(await postmaster(), 'SIGKILL');
  await eventually(() => expect(tried.length).toBe(4));
  expect(tried[3]! - tried[2]!).toBeGreaterThan(700);
  await rename(`${control}.away`, control);
  await eventually(async () => expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]));
});

test('a PostgreSQL that could not even be launched is tried again', async () => {
  const said: string[] = [];
  const postgres = await start({ logs: createLog('error', 'tests', { write: (line) => void said.push(line) }) });
  const logFile = join(dataDir, 'postgres.log');
  await rename(logFile, `${logFile}.away`);
  await mkdir(logFile);
  process.kill(await postmaster(), 'SIGKILL');
  await eventually(() => expect(said.join()).toContain('could not be launched'));
  await rmdir(logFile);
  await eventually(async () => expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]));
});

test('a lost password is told at once, instead of trying another one for ever', async () => {
  const first = await start();
  await first.stop();
  running.pop();
  await writeFile(join(dataDir, 'postgres.password'), '');
  await expect(start()).rejects.toThrow(/postgres\.password/);
});

test('PostgreSQL listens on loopback only and refuses a wrong password', async () => {
  const postgres = await start();
  expect(await query(postgres, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  const wrong = postgres.url.replace(/:[0-9a-f]{48}@/, ':wrong@');
  await expect(query({ ...postgres, url: wrong }, 'select 1')).rejects.toThrow(/password/);
});

test('a folder that is closed to other users is no hindrance to root', async () => {
  execFileSync('chmod', ['700', dataDir]);
  expect(await query(await start({ fromNothing: true }), 'select 1 as one')).toEqual([{ one: 1 }]);
});
