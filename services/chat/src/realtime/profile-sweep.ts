import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat, type Repeated } from '@koinonia/kit/work/repeat.ts';
import type { People } from '../people.ts';
import type { Connections } from './sockets/connections.ts';
import { tellAdmins } from './tell-admins.ts';

const sweepEvery = 2500;

/**
 * Makes up for events of people's roles, groups and profiles that the bus lost: asks identity every 2.5 s who changed, and
 * sends the changes that the bus did not report.
 */
export function startProfileSweep(options: {
  bus: Bus;
  people: People;
  connections: Connections;
  log: Logger;
}): Repeated {
  const { bus, people, connections, log } = options;
  let since: string | null = null;
  let told = new Map<string, string>();
  bus.subscribe('personUpdated', ({ me, changedAt }) => void told.set(me.uid, changedAt));

  async function sweep(): Promise<void> {
    const { until, people: changed } = await people.changesSince(since);
    await tell(changed.filter(({ uid, changedAt }) => (told.get(uid) ?? '') < changedAt).map(({ uid }) => uid));
    const toldMeanwhile = [...told].filter(([, changedAt]) => changedAt > until);
    told = new Map([...changed.map(({ uid, changedAt }) => [uid, changedAt] as const), ...toldMeanwhile]);
    since = until;
  }

  async function tell(missed: readonly string[]): Promise<void> {
    if (missed.length === 0) return;
    const here = connections.here(missed);
    for (const me of await people.described(here)) connections.tell(me.uid, 'userUpdated', me);
    await tellAdmins(people, connections);
  }

  return repeat(sweep, { first: 0, every: sweepEvery, log, failed: 'identity could not be asked who changed' });
}
