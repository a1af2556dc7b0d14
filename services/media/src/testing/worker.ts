import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProcess } from '@koinonia/kit/testing/start-process.ts';

const script = fileURLToPath(new URL('worker-process.ts', import.meta.url));

/** The worker as a process of its own, as it runs, only with images at the priority of the tests. */
export const startWorker = (environment: Record<string, string>) =>
  startProcess(script, { PORT: '0', LOG_LEVEL: 'info', ...environment });

/** The process ids of all running image processes, or of those with one parent. */
export async function imageProcesses(parent?: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, of, ...args]) =>
        args.some((arg) => arg.endsWith('image-child.ts')) && [undefined, Number(of)].includes(parent),
    )
    .map(([own]) => Number(own));
}
