import { setTimeout as wait } from 'node:timers/promises';
import type { ProductProcess } from './child-process.ts';

type Measured = Pick<ProductProcess, 'url'>;

/** A figure of a process's own metrics, summed over its labels; 0 before its first value. Throws where there is no such metric. */
export async function metricOf({ url }: Measured, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  // Even before its first value, a metric has comments, with its name but without a histogram's suffix.
  if (!text.includes(name.replace(/_(sum|count)$/, ''))) throw new Error(`${url} has no metric ${name}`);
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The same, summed over several processes. */
export async function totalOf(processes: readonly Measured[], name: string): Promise<number> {
  const each = await Promise.all(processes.map((process) => metricOf(process, name)));
  return each.reduce((sum, count) => sum + count, 0);
}

/** MB of memory that a process uses. */
export const memoryOf = async (process: Measured) =>
  (await metricOf(process, 'process_resident_memory_bytes')) / 2 ** 20;

/** Bytes that a process has in use; includes garbage that is not collected yet. */
export async function bytesInUse(process: Measured): Promise<number> {
  const [heap, external] = await Promise.all([
    metricOf(process, 'nodejs_heap_size_used_bytes'),
    metricOf(process, 'nodejs_external_memory_bytes'),
  ]);
  return heap + external;
}

/**
 * MB of memory that a process needs: the minimum of its use over some seconds, because the amount of garbage goes up and
 * down.
 */
export async function needOf(process: Measured): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 10; look += 1) {
    least = Math.min(least, (await bytesInUse(process)) / 2 ** 20);
    await wait(300);
  }
  return least;
}
