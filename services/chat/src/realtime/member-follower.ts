import type { Logger } from '@koinonia/kit/log.ts';
import type { ChatChange } from '../chats/announcements.ts';
import { presentChat } from '../chats/present.ts';
import { selectMemberIds } from '../chats/queries.ts';
import { selectViewsInSight } from '../chats/views.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { enterRooms } from './chat-socket.ts';
import type { Connections } from './connections.ts';
import { createDepartures, type Departures } from './departures.ts';
import { isSoWhereOpen, replaceWhereOpen } from './members-where-open.ts';
import type { NodeLink } from './node-link.ts';
import type { Presence } from './presence.ts';
import { roomOfChat } from './rooms.ts';

/** Ms. Whoever is removed must be out within 5 s, and changes queue up for a database that does not answer. */
const patience = 3000;

/** Keeps the sockets of this node in the chats of their people, and tells them about changes. */
export interface MemberFollower {
  /** Handles a reported change of a chat. The database is read for the current state, as the report may be late or stale. */
  follow(change: ChatChange): void;
  /** Handles a membership that the sweep found. Acts only where this node's sockets differ; rejects when it fails. */
  reconcile(membership: Membership): Promise<void>;
  /** Whether the person had to leave by a report alone, which the sweep has not confirmed yet. */
  isOnTrust(membership: Membership): boolean;
}

interface Membership {
  chat_id: string;
  user_id: string;
  is_member: boolean;
}

export function createMemberFollower(options: {
  db: ChatDatabase;
  connections: Connections;
  link: NodeLink;
  presence: Presence;
  log: Logger;
}): MemberFollower {
  const { db, connections, link, presence, log } = options;
  /** Changes are applied one after the other, so that the newest read is also applied last. */
  let last: Promise<void> = Promise.resolve();
  const departures = createDepartures(connections);

  async function apply(change: ChatChange, untilTrust?: NodeJS.Timeout): Promise<void> {
    const { chatId, joined, left } = change;
    const members = await membersAfter(change, { db, departures }).finally(() => clearTimeout(untilTrust));
    for (const uid of connections.here(left)) if (!members.has(uid)) departures.leave(uid, chatId);
    replaceWhereOpen(connections, presence, chatId, members);
    if (change.beforeLines) return;

    const arrived = new Set(connections.here(joined).filter((uid) => members.has(uid)));
    for (const uid of arrived) for (const socket of connections.of(uid)) enterRooms(socket, [roomOfChat(chatId)]);
    if (arrived.size > 0) await link.settled();

    // Read after joining: messages sent meanwhile are either included here or arrive by themselves.
    const present = connections.here([...members]);
    const views = present.length > 0 ? await selectViewsInSight(db, chatId, present) : [];
    for (const view of views) {
      connections.tell(view.viewer, arrived.has(view.viewer) ? 'chatCreated' : 'chatUpdated', presentChat(view));
    }
  }

  function applyInTurn(change: ChatChange, untilTrust?: NodeJS.Timeout): Promise<void> {
    const applied = last.then(() => apply(change, untilTrust));
    last = applied.catch(() => {});
    return applied;
  }

  return {
    follow(change) {
      const untilTrust = setTimeout(() => departures.leaveOnTrust(change), patience).unref();
      applyInTurn(change, untilTrust).catch((err: unknown) =>
        log.warn({ err }, 'a change of members could not be followed; the sweep will'),
      );
    },
    async reconcile({ chat_id: chatId, user_id: uid, is_member: isMember }) {
      const room = roomOfChat(chatId);
      const isSoHere = connections.of(uid).every((socket) => socket.rooms.has(room) === isMember);
      if (!isSoHere) await applyInTurn({ chatId, joined: isMember ? [uid] : [], left: isMember ? [] : [uid] });
      else if (!isSoWhereOpen(connections, chatId, uid, isMember)) await applyInTurn({ chatId, joined: [], left: [] });
      departures.confirm(uid, chatId);
    },
    isOnTrust: ({ chat_id: chatId, user_id: uid }) => departures.isOnTrust(uid, chatId),
  };
}

/** The members, as the database says. When it does not answer, the report is trusted; the sweep corrects it if it was stale. */
async function membersAfter(
  change: ChatChange,
  { db, departures }: { db: ChatDatabase; departures: Departures },
): Promise<Set<string>> {
  try {
    return new Set(await selectMemberIds(db, change.chatId));
  } catch (error) {
    departures.leaveOnTrust(change);
    throw error;
  }
}
