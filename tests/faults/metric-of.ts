import { setTimeout as wait } from 'node:timers/promises';
import type { ProductProcess } from '../support/child-process.ts';

/** A figure of a process's own metrics, summed over its labels. */
export async function metricOf({ url }: Pick<ProductProcess, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** MB of memory that a process uses. */
export const memoryOf = async (process: Pick<ProductProcess, 'url'>) =>
  (await metricOf(process, 'process_resident_memory_bytes')) / 2 ** 20;

/**
 * MB of memory that a process needs: the minimum of its use over some seconds, because the amount of garbage goes up and
 * down.
 */
export async function needOf(process: Pick<ProductProcess, 'url'>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 10; look += 1) {
    const [heap, external] = await Promise.all([
      metricOf(process, 'nodejs_heap_size_used_bytes'),
      metricOf(process, 'nodejs_external_memory_bytes'),
    ]);
    least = Math.min(least, (heap + external) / 2 ** 20);
    await wait(300);
  }
  return least;
}
