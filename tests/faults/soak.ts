import { expect } from 'vitest';
import type { ProductProcess } from '../support/child-process.ts';
import { memoryOf, metricOf } from '../support/metrics.ts';
import type { Fault } from './fault.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import type { Random } from './random.ts';
import { roundOf } from './round-of.ts';

const mayGrowBy = 1.2;
/** MB of garbage that the collector may leave uncollected. */
const slack = 40;

/** Random faults one after another for so many ms. Resolves with the longest recovery. */
export async function soak(
  cluster: FaultyCluster,
  faults: readonly Fault[],
  random: Random,
  forMs: number,
): Promise<number> {
  const until = Date.now() + forMs;
  let worst = 0;
  let before: readonly Usage[] | null = null;
  while (Date.now() < until) {
    worst = Math.max(worst, await roundOf(cluster, random.pick(faults), random));
    // Measured after the first fault: by then all lazily loaded code is loaded.
    before ??= await Promise.all(cluster.processes.map(usageOf));
  }
  const after = await Promise.all(cluster.processes.map(usageOf));
  for (const { name, startedAt, memory, files } of after) {
    const then = before?.find((one) => one.name === name && one.startedAt === startedAt);
    if (!then) continue;
    expect(memory, `${name}, MB`).toBeLessThan(then.memory * mayGrowBy + slack);
    expect(files, `${name}, open files`).toBeLessThan(then.files * mayGrowBy + slack);
  }
  return worst;
}

interface Usage {
  readonly name: string;
  readonly startedAt: number;
  readonly memory: number;
  readonly files: number;
}

async function usageOf(process: ProductProcess): Promise<Usage> {
  const [startedAt, memory, files] = await Promise.all([
    metricOf(process, 'process_start_time_seconds'),
    memoryOf(process),
    metricOf(process, 'process_open_fds'),
  ]);
  return { name: process.name, startedAt, memory, files };
}
