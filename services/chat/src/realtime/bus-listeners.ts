import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat, type Repeated } from '@koinonia/kit/work/repeat.ts';
import type { People } from '../people.ts';
import type { Connections } from './sockets/connections.ts';
import type { MemberFollower } from './members/member-follower.ts';
import { tellAdmins } from './tell-admins.ts';

const askAgainAfter = 2500;

/**
 * Passes events from the bus on to the sockets of this node. Every node receives them itself. Closing the result ends the
 * attempts to tell the admins that users changed, which need an answer of identity.
 */
export function listenToBus(options: {
  bus: Bus;
  nodeId: string;
  connections: Connections;
  follower: MemberFollower;
  people: People;
  log: Logger;
}): Repeated {
  const { bus, nodeId, connections, follower, people, log } = options;

  bus.subscribe('chatChanged', ({ node, ...change }) => {
    if (node !== nodeId) follower.follow(change);
  });
  bus.subscribe('personUpdated', ({ me }) => connections.tell(me.uid, 'userUpdated', me));
  bus.subscribe('groupsChanged', () => connections.tellAll('groupsChanged', {}));

  let usersChanged = false;
  const tellingAdmins = repeat(
    async () => {
      if (!usersChanged) return;
      usersChanged = false;
      await tellAdmins(people, connections).catch((error: unknown) => {
        usersChanged = true;
        throw error;
      });
    },
    { every: askAgainAfter, log, failed: 'the admins could not be told that users changed' },
  );
  bus.subscribe('usersChanged', () => {
    usersChanged = true;
    void tellingAdmins.soon();
  });
  return tellingAdmins;
}
