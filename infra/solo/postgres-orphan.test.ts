import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { expect, test, vi } from 'vitest';
import { endOrphan } from './postgres-orphan.ts';

/** The first letter is `Z` for a process that has ended. */
const stateOf = (pid: number) => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout;

/** Starts a process that passes for PostgreSQL on the data folder, prints its id, and is then too busy to notice its end. */
const busyParent = (pgData: string) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    argv0: 'postgres', cwd: ${JSON.stringify(pgData)},
  });
  child.once('spawn', () => {
    require('node:fs').writeSync(1, String(child.pid));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

test('a PostgreSQL that has ended is not waited for, even if the system still lists it because nobody has asked how it ended', async () => {
  const pgData = await mkdtemp(join(tmpdir(), 'koinonia-orphan-'));
  const parent = spawn(process.execPath, ['-e', busyParent(pgData)], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    await writeFile(join(pgData, 'postmaster.pid'), `${pid.toString()}\n`);
    await endOrphan(pgData, createLog('silent', 'tests'));
    expect(parent.exitCode).toBeNull();
    expect(stateOf(Number(pid))).toMatch(/^Z/);
  } finally {
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await rm(pgData, { recursive: true, force: true });
  }
});

test.each([
  ['', () => {}],
  [', also without `ps`', () => vi.stubEnv('PATH', '/nowhere')],
])('a PostgreSQL that does not end is named, instead of being waited for any longer%s', async (_, prepare) => {
  const pgData = await mkdtemp(join(tmpdir(), 'koinonia-orphan-'));
  const deaf = `for (const signal of ['SIGINT', 'SIGQUIT']) process.on(signal, () => console.log(signal));
    setInterval(() => {}, 1000); console.log('deaf');`;
  const orphan = spawn(process.execPath, ['-e', deaf], { argv0: 'postgres', cwd: pgData });
  let said = '';
  orphan.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(orphan, 'exit');
  try {
    await eventually(() => expect(said).toBe('deaf\n'));
    await writeFile(join(pgData, 'postmaster.pid'), `${orphan.pid}\n`);
    prepare();
    const ending = endOrphan(pgData, createLog('silent', 'tests'), { patience: 200 });
    await expect(ending).rejects.toMatchObject({
      name: 'PlainError',
      message: expect.stringContaining(`(process ${orphan.pid}) still uses the data`),
    });
    await eventually(() => expect(said).toBe('deaf\nSIGINT\nSIGQUIT\n'));
  } finally {
    vi.unstubAllEnvs();
    orphan.kill('SIGKILL');
    await ended;
    await rm(pgData, { recursive: true, force: true });
  }
});

/** A program other than PostgreSQL, whose arguments name what is in the data folder. */
function startForeign(...args: string[]) {
  return spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', ...args], { stdio: 'ignore' });
}

test.each(['', '.log', '.new'])(
  "somebody else's process with its number is let live, though it names the data%s",
  async (ending) => {
    const folder = await mkdtemp(join(tmpdir(), 'koinonia-orphan-'));
    const pgData = join(folder, 'postgres');
    await mkdir(pgData);
    const foreign = startForeign(`${pgData}${ending}`);
    const ended = once(foreign, 'exit');
    try {
      await once(foreign, 'spawn');
      await writeFile(join(pgData, 'postmaster.pid'), `${foreign.pid}\n`);
      await endOrphan(pgData, createLog('silent', 'tests'));
      expect(existsSync(join(pgData, 'postmaster.pid'))).toBe(false);
      expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
    } finally {
      foreign.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    }
  },
);
