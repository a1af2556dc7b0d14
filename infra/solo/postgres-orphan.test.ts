import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/log.ts';
import { expect, test } from 'vitest';
import { endOrphan } from './postgres-orphan.ts';

/** Starts a process that names the data folder, tells its id, and is then too busy to notice that the process has ended. */
const busyParent = (pgData: string) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', ${JSON.stringify(pgData)}]);
  child.once('spawn', () => {
    require('node:fs').writeSync(1, String(child.pid));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

test('one that has ended is not waited for, even if the system still lists it because nobody has asked how it ended', async () => {
  const pgData = await mkdtemp(join(tmpdir(), 'koinonia-orphan-'));
  const parent = spawn(process.execPath, ['-e', busyParent(pgData)], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    await writeFile(join(pgData, 'postmaster.pid'), `${pid.toString()}\n`);
    await endOrphan(pgData, createLog('silent', 'tests'));
    expect(parent.exitCode).toBeNull();
  } finally {
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await rm(pgData, { recursive: true, force: true });
  }
});
