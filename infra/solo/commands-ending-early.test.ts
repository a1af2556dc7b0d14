import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  asked,
  endAll,
  expectToEndEarly,
  launch,
  letNobodyIn,
  type Run,
  runsAndLetsNobodyIn,
} from './testing/ended-early.ts';
import { layOutPostgres } from './testing/prepared-postgres.ts';

let dataDir: string;
let runs: Run[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-command-'));
  await layOutPostgres(dataDir);
  runs = [];
});
afterEach(async () => {
  await endAll(runs, dataDir);
  await rm(dataDir, { recursive: true });
});

function begin(...command: string[]): Run {
  const run = launch(command, { DATA_DIR: dataDir });
  runs.push(run);
  return run;
}

const backup = 'infra/backup/src/main.ts';

test.each([
  ['npm run backup', 'SIGINT', [backup, 'backup', '-']],
  ['npm run restore', 'SIGTERM', [backup, 'restore', '-']],
  ['npm run seed', 'SIGINT', ['infra/demo/seed/main.ts']],
  ['npm run end-sessions', 'SIGTERM', ['infra/sessions/src/main.ts', '--everybody']],
] as const)('%s that %s ends leaves no PostgreSQL that it was starting', async (_, signal, command) => {
  await letNobodyIn(dataDir);
  const run = begin(...command);
  await runsAndLetsNobodyIn(dataDir);
  await expectToEndEarly(run, signal, dataDir);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('npm run seed that is ended in the middle leaves nothing of the demo, and does all of it at the next run', async () => {
  const first = begin('infra/demo/seed/main.ts');
  const writing = "select from pg_locks where relation = to_regclass('chat.messages') and mode = 'RowExclusiveLock'";
  await eventually(async () => expect((await asked(dataDir, writing)).rowCount).toBe(1), { interval: 50 });
  await expectToEndEarly(first, 'SIGINT', dataDir);

  const again = begin('infra/demo/seed/main.ts', '--people', '15', '--messages', '50');
  expect(await again.exited).toEqual([0, null]);
  await eventually(() => expect(again.said()).toMatch(/^Added 15 people, .* 50 messages/));
});
