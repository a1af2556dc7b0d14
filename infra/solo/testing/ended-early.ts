import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import pg from 'pg';
import { expect } from 'vitest';
import { embeddedUrl } from '../embedded-postgres.ts';

const checkout = join(import.meta.dirname, '..', '..', '..');

export interface Run {
  readonly child: ChildProcess;
  /** What it has said so far, on standard error, and on standard output if that is read. */
  readonly said: () => string;
  readonly exited: Promise<[number | null]>;
}

/** A program of the checkout. `readsOutput: false`: nobody reads what it writes to standard output. */
export function launch(
  [script = '', ...args]: readonly string[],
  environment: Record<string, string>,
  { readsOutput = true } = {},
): Run {
  const child = spawn(process.execPath, [join(checkout, script), ...args], {
    cwd: checkout,
    env: { ...surroundings(), ...environment },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stderr, ...(readsOutput ? [child.stdout] : [])])
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // A program that has ended reads no more.
  child.stdin?.on('error', () => {});
  return { child, said: () => said, exited: once(child, 'exit') as Promise<[number | null]> };
}

/** The programs that work on the data folder. */
export function programsOn(dataDir: string) {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes(` ${dataDir}/`));
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), line })).filter(({ line }) => !/^\s*\d+ Z/.test(line));
}

/** Ends what a failed test has left there. */
export async function endAll(runs: readonly Run[], dataDir: string): Promise<void> {
  for (const { child, exited } of runs) {
    child.kill('SIGKILL');
    await exited;
  }
  for (const { pid } of programsOn(dataDir)) process.kill(pid, 'SIGQUIT');
  await eventually(() => expect(programsOn(dataDir)).toEqual([]));
}

/** Makes PostgreSQL in a data folder look like one in a long recovery: a standby that lets nobody in. */
export async function letNobodyIn(dataDir: string): Promise<void> {
  const pgData = join(dataDir, 'postgres');
  await writeFile(join(pgData, 'standby.signal'), '');
  await appendFile(join(pgData, 'postgresql.auto.conf'), 'hot_standby = off\n');
}

/** Resolves when such a PostgreSQL runs. */
export const runsAndLetsNobodyIn = (dataDir: string) =>
  eventually(async () =>
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('entering standby mode'),
  );

/** Queries the PostgreSQL that runs in a data folder, whoever started it. */
export async function asked(dataDir: string, question: string): Promise<pg.QueryResult> {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  const client = new pg.Client({ connectionString: embeddedUrl(Number(lines[3]), password) });
  try {
    await client.connect();
    return await client.query(question);
  } finally {
    await client.end();
  }
}

/** Sends this signal twice, as a terminal does: the command must end and say so, after its PostgreSQL has ended. */
export async function expectToEndEarly({ child, said, exited }: Run, signal: NodeJS.Signals, dataDir: string) {
  const begun = performance.now();
  child.kill(signal);
  child.kill(signal);
  const ended = await exited;
  expect(programsOn(dataDir)).toEqual([]);
  expect(ended).toEqual([128 + constants.signals[signal], null]);
  expect(performance.now() - begun).toBeLessThan(5000);
  const sentence = `Ended by ${signal} before it was done.`;
  await eventually(() => expect(said().trim().split('\n').at(-1)).toBe(sentence));
}
