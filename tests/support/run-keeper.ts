import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * `node run-keeper.ts <folder>`, started by `openRunFolder`. Waits until the other end of its standard input is closed, for
 * any reason, then kills every process that names the folder in its arguments or its environment, and deletes it.
 */
const [, , folder = ''] = process.argv;
/** Tries in which PostgreSQL may end by itself: when it is killed, its shared memory is left behind. */
const patience = 20;
const isPostgres = (command: string) => /\/postgres -D /.test(command);
/** Unique to this run. Without a locale, `ps` writes accents in the folders above as question marks. */
const name = basename(folder);
// The command of every process contains the empty text, so without a folder all of them would be killed.
if (!name.startsWith('koinonia-run-')) throw new Error(`${folder} is no folder of a run of tests`);

// A Ctrl-C is for the run; the keeper must outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => void clearAway());

async function clearAway(): Promise<void> {
  // Killed processes may have started others since the list was made.
  for (let tries = 0; tries < 100; tries += 1) {
    const left = await processesOfTheRun();
    if (left.length === 0) break;
    for (const { pid, command } of left) kill(pid, tries < patience && isPostgres(command) ? 'SIGQUIT' : 'SIGKILL');
    await wait(50);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function processesOfTheRun(): Promise<{ pid: number; command: string }[]> {
  // With their environments, for which the `ps` of macOS and the one of Linux have different options.
  const options = process.platform === 'darwin' ? ['-A', '-E', '-ww'] : ['axeww'];
  const { stdout } = await promisify(execFile)('ps', [...options, '-o', 'pid=,command='], { maxBuffer: 2 ** 28 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(name))
    .map((command) => ({ pid: Number.parseInt(command, 10), command }))
    .filter(({ pid }) => pid !== process.pid);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, or is not ours.
  }
}
