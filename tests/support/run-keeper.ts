import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * `node run-keeper.ts <folder>`, started by `openRunFolder`. Waits until the other end of its standard input is gone,
 * in whatever way, then kills every process that names the folder in its arguments or its environment, and removes it.
 */
const [, , folder = ''] = process.argv;
// Everything that runs has an empty text in its arguments.
if (!basename(folder).startsWith('koinonia-run-')) throw new Error(`${folder} is no folder of a run of tests`);

// A Ctrl-C is for the run; whoever clears away after it has to outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => void clearAway());

async function clearAway(): Promise<void> {
  // Those that are killed may have started others since the list was made.
  for (let tries = 0; tries < 100; tries += 1) {
    const left = await processesOfTheRun();
    if (left.length === 0) break;
    for (const pid of left) kill(pid);
    await wait(50);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function processesOfTheRun(): Promise<number[]> {
  // With their environments, which `ps` of macOS and of Linux are asked for in different ways.
  const options = process.platform === 'darwin' ? ['-A', '-E', '-ww'] : ['axeww'];
  const { stdout } = await promisify(execFile)('ps', [...options, '-o', 'pid=,command='], { maxBuffer: 2 ** 28 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile, or is not ours.
  }
}
