import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@koinonia/kit/free-port.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layOutPostgres } from './testing/prepared-postgres.ts';

const checkout = join(import.meta.dirname, '..', '..');
let dataDir: string;
let runs: Run[];

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly exited: Promise<[number | null]>;
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-ending-'));
  runs = [];
});
afterEach(async () => {
  for (const { child, exited } of runs) {
    child.kill('SIGTERM');
    await exited;
  }
  for (const { pid } of left()) process.kill(pid, 'SIGQUIT');
  await eventually(() => rm(dataDir, { recursive: true, force: true }), { interval: 100 });
});

function launch(environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['infra/solo/start.ts'], {
    cwd: checkout,
    env: { ...surroundings(), DATA_DIR: dataDir, LOG_LEVEL: 'info', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const run = { child, said: () => said, exited: once(child, 'exit') as Promise<[number | null]> };
  runs.push(run);
  return run;
}

/** The programs that work on the data folder. */
function left() {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes(` ${dataDir}/`));
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), line })).filter(({ line }) => !/^\s*\d+ Z/.test(line));
}

async function expectToEndAtOnce({ child, said, exited }: Run, signal: NodeJS.Signals) {
  const asked = performance.now();
  child.kill(signal);
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - asked).toBeLessThan(5000);
  expect(said()).not.toContain('could not');
  expect(left()).toEqual([]);
}

async function expectToStartAgain() {
  const { said } = launch();
  await eventually(() => expect(said()).toContain('Koinonia is running'), { timeout: 60_000, interval: 100 });
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the wait for a database that is away', async (signal) => {
  const away = launch({ DATABASE_URL: `postgres://koinonia:secret@127.0.0.1:${await freePort()}/koinonia` });
  await eventually(() => expect(away.said()).toContain('waiting for the database'));
  await expectToEndAtOnce(away, signal);
});

test('a set-up of the database is not gone on with, and done again at the next start', async () => {
  const first = launch();
  await eventually(() => expect(existsSync(join(dataDir, 'postgres.new', 'base'))).toBe(true), { interval: 5 });
  await expectToEndAtOnce(first, 'SIGTERM');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  await expectToStartAgain();
});

test('a PostgreSQL that takes long until it answers is ended, too, and runs at the next start', async () => {
  await layOutPostgres(dataDir);
  const pgData = join(dataDir, 'postgres');
  // A standby that lets nobody in looks like one that recovers for long.
  await writeFile(join(pgData, 'standby.signal'), '');
  await appendFile(join(pgData, 'postgresql.auto.conf'), 'hot_standby = off\n');
  const first = launch();
  const log = () => readFile(join(dataDir, 'postgres.log'), 'utf8');
  await eventually(async () => expect(await log()).toContain('entering standby mode'));
  await expectToEndAtOnce(first, 'SIGTERM');
  expect(existsSync(join(pgData, 'postmaster.pid'))).toBe(false);
  await rm(join(pgData, 'standby.signal'));
  await expectToStartAgain();
});
