import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endAll, launch, letNobodyIn, programsOn, type Run, runsAndLetsNobodyIn } from './testing/ended-early.ts';
import { layOutPostgres } from './testing/prepared-postgres.ts';

let dataDir: string;
let runs: Run[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-ending-'));
  runs = [];
});
afterEach(async () => {
  for (const { child, exited } of runs) {
    child.kill('SIGTERM');
    await exited;
  }
  await endAll(runs, dataDir);
  await rm(dataDir, { recursive: true });
});

function start(environment: Record<string, string> = {}): Run {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'info', PORT: '0', ...environment };
  const run = launch(['infra/solo/start.ts'], settings);
  runs.push(run);
  return run;
}

async function expectToEndAtOnce({ child, said, exited }: Run, signal: NodeJS.Signals) {
  const asked = performance.now();
  child.kill(signal);
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - asked).toBeLessThan(5000);
  expect(said()).not.toContain('could not');
  expect(programsOn(dataDir)).toEqual([]);
}

async function expectToStartAgain() {
  const { said } = start();
  await eventually(() => expect(said()).toContain('Koinonia is running'), { timeout: 60_000, interval: 100 });
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the wait for a database that is away', async (signal) => {
  const away = start({ DATABASE_URL: `postgres://koinonia:secret@127.0.0.1:${await freePort()}/koinonia` });
  await eventually(() => expect(away.said()).toContain('waiting for the database'));
  await expectToEndAtOnce(away, signal);
});

test('a set-up of the database is not gone on with, and done again at the next start', async () => {
  const first = start();
  await eventually(() => expect(existsSync(join(dataDir, 'postgres.new', 'base'))).toBe(true), { interval: 5 });
  await expectToEndAtOnce(first, 'SIGTERM');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  await expectToStartAgain();
});

test('a PostgreSQL that takes long until it answers is ended, too, and runs at the next start', async () => {
  await layOutPostgres(dataDir);
  await letNobodyIn(dataDir);
  const first = start();
  await runsAndLetsNobodyIn(dataDir);
  await expectToEndAtOnce(first, 'SIGTERM');
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  await rm(join(dataDir, 'postgres', 'standby.signal'));
  await expectToStartAgain();
});
