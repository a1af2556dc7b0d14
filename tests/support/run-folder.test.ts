import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRunning } from '@koinonia/kit/testing/is-running.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { expect, test } from 'vitest';

/** A run that has started a process in its own process group, and prints its folder and that process's id. */
const run = (more: string) => `
  import { spawn } from 'node:child_process';
  import { openRunFolder } from ${JSON.stringify(new URL('run-folder.ts', import.meta.url))};
  const { path, clear } = await openRunFolder();
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  ${more}
  console.log(JSON.stringify({ path, pid }));
  process.stdin.once('data', () => clear().then(() => process.exit()));`;

async function startRun(more = '') {
  const child = spawn(process.execPath, ['--input-type=module', '-e', run(more)], {
    cwd: import.meta.dirname,
    env: surroundings(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { path: string; pid: number }) };
}

test('a run that is killed leaves no process and no file behind', async () => {
  const { child, path, pid } = await startRun();
  expect([existsSync(path), isRunning(pid)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await expect.poll(() => [existsSync(path), isRunning(pid)]).toEqual([false, false]);
});

test.runIf(process.platform === 'linux')('a run that is killed leaves no memory of its PostgreSQL behind', async () => {
  const { child, path } = await startRun(`
    import { startEmbeddedPostgres } from '@koinonia/infra/solo/embedded-postgres.ts';
    import { createLog } from '@koinonia/kit/observing/log.ts';
    await startEmbeddedPostgres({ dataDir: path, log: createLog('silent', 'tests'), durable: false });`);
  const pid = (await readFile(join(path, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0];
  const segments = new Set((await readFile(`/proc/${pid}/maps`, 'utf8')).match(/\/dev\/shm\/PostgreSQL\.\d+/g));
  expect([...segments].filter(existsSync)).not.toEqual([]);
  child.kill('SIGKILL');
  await expect.poll(() => existsSync(path)).toBe(false);
  expect([...segments].filter(existsSync)).toEqual([]);
});

test('the files of a run are in the folder that TMPDIR names', async () => {
  const { child, path } = await startRun();
  expect(dirname(path)).toBe(tmpdir());
  child.stdin.end('clear');
  await once(child, 'exit');
});

test('a run that ends well has cleared away before it is over', async () => {
  const { child, path, pid } = await startRun();
  child.stdin.end('clear');
  await once(child, 'exit');
  expect([existsSync(path), isRunning(pid)]).toEqual([false, false]);
});
