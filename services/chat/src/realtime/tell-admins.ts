import type { People } from '../people.ts';
import type { Connections } from './sockets/connections.ts';

/** Tells the admins who have a socket on this node that somebody, or something else in the console, has changed. */
export async function tellAdmins(people: People, connections: Connections): Promise<void> {
  for (const uid of await people.adminsAmong(connections.people())) connections.tell(uid, 'usersChanged', {});
}
