import type { ProductProcess } from '../support/child-process.ts';

/** A figure of a process's own metrics, summed over its labels. */
export async function metricOf({ url }: Pick<ProductProcess, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** MB that a process holds in memory. */
export const memoryOf = async (process: Pick<ProductProcess, 'url'>) =>
  (await metricOf(process, 'process_resident_memory_bytes')) / 2 ** 20;
