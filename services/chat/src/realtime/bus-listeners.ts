import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { oneAtATime } from '@koinonia/kit/work/one-at-a-time.ts';
import type { People } from '../people.ts';
import type { Connections } from './sockets/connections.ts';
import type { MemberFollower } from './members/member-follower.ts';
import { tellAdmins } from './tell-admins.ts';

/** Passes events from the bus on to the sockets of this node. Every node receives them itself. */
export function listenToBus(options: {
  bus: Bus;
  nodeId: string;
  connections: Connections;
  follower: MemberFollower;
  people: People;
  log: Logger;
}): void {
  const { bus, nodeId, connections, follower, people, log } = options;

  bus.subscribe('chatChanged', ({ node, ...change }) => {
    if (node !== nodeId) follower.follow(change);
  });
  bus.subscribe('personUpdated', ({ me }) => connections.tell(me.uid, 'userUpdated', me));
  bus.subscribe('groupsChanged', () => connections.tellAll('groupsChanged', {}));

  const tellOfUsers = oneAtATime(() => tellAdmins(people, connections));
  bus.subscribe('usersChanged', () => {
    tellOfUsers().catch((err: unknown) => log.warn({ err }, 'the admins could not be told that users changed'));
  });
}
