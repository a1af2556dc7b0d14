import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { CrowdConnection } from './crowd-connection.ts';
import { Deliveries } from './deliveries.ts';
import type { Job, Load, Result } from './jobs.ts';
import { closedLoop, openLoop } from './load.ts';

/** The load generator: a separate process that gets its jobs one after another and answers each with a result. */
const deliveries = new Deliveries();
let crowd: CrowdConnection | undefined;

async function run(job: Job): Promise<Load | undefined> {
  if (job.kind === 'connect') {
    crowd = new CrowdConnection(job.crowd, deliveries);
    await crowd.connectAll(job.atOnce);
    return undefined;
  }
  if (!crowd) throw new Error('nobody is connected');
  const here = crowd;
  if (job.kind === 'closed') return closedLoop(here, deliveries, job.inFlight, job.seconds);
  if (job.kind === 'open') return openLoop(here, deliveries, job.rate, job.seconds);
  if (job.kind === 'leave') here.leave();
  else await cutAndComeBack(here, job.pause);
  return undefined;
}

async function cutAndComeBack(here: CrowdConnection, [least, most]: readonly [number, number]): Promise<void> {
  here.cutAll();
  const back = here.crowd.members.map(async (member, index) => {
    await wait(least + Math.random() * (most - least));
    await here.connect(member, index);
  });
  await Promise.all(back);
}

async function measured(job: Job): Promise<Result> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const load = await run(job);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  delay.disable();
  const own = { cpu: (used.user + used.system) / 1e6 / seconds, lag: delay.percentile(99) / 1e6 };
  return { seconds, own, ...(load && { load }) };
}

process.on('message', (job: Job) => {
  measured(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
