import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';

const script = fileURLToPath(new URL('worker-process.ts', import.meta.url));

/** The worker as a process of its own, as it runs, only with images at the priority of the tests. */
export async function startWorker(environment: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { ...surroundings(), PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await listening(child);

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  }

  return {
    pid: child.pid ?? 0,
    kill: () => end('SIGKILL'),
    /** Returns the exit code. */
    stop: () => end('SIGTERM'),
  };
}

async function listening(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('the worker has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if ((JSON.parse(line) as { msg?: string }).msg !== 'listening') continue;
    child.stdout.resume();
    return;
  }
  throw new Error('the worker did not start');
}

/** The process ids of all running image processes, or of those with one parent. */
export async function imageProcesses(parent?: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, of, ...args]) =>
        args.some((arg) => arg.endsWith('image-process.ts')) && [undefined, Number(of)].includes(parent),
    )
    .map(([own]) => Number(own));
}
