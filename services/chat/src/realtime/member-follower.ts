import type { Logger } from '@koinonia/kit/log.ts';
import type { ChatChange } from '../chats/announcements.ts';
import { presentChat } from '../chats/present.ts';
import { selectMemberIds } from '../chats/queries.ts';
import { selectViewsInSight } from '../chats/views.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { enterRooms, isStillJoining } from './chat-socket.ts';
import type { Connections } from './connections.ts';
import { createDepartures, type Departures } from './departures.ts';
import { isSoWhereOpen, replaceWhereOpen } from './members-where-open.ts';
import type { NodeLink } from './node-link.ts';
import type { Presence } from './presence.ts';
import { roomOfChat } from './rooms.ts';
import { createToldBySweep } from './told-by-sweep.ts';

/** Ms. Whoever is removed must be out within 5 s, and changes queue up for a database that does not answer. */
const patience = 3000;

/** Keeps the sockets of this node in the chats of their people, and tells them about changes. */
export interface MemberFollower {
  /** Handles a reported change of a chat. The database is read for the current state, as the report may be late or stale. */
  follow(change: ChatChange): void;
  /** Handles a chat's memberships that the sweep found. Acts only where this node's sockets differ; rejects when it fails. */
  reconcile(chatId: string, memberships: readonly Membership[]): Promise<void>;
  /** Whether the sweep must look again: someone had to leave by a report alone, or a socket may still join by itself. */
  isOpen(chatId: string, membership: Membership): boolean;
}

interface Membership {
  user_id: string;
  is_member: boolean;
}

/** Nobody was told of the change before. */
const nobody: ReadonlySet<string> = new Set();

export function createMemberFollower(options: {
  db: ChatDatabase;
  connections: Connections;
  link: NodeLink;
  presence: Presence;
  log: Logger;
}): MemberFollower {
  const { db, connections, link, presence, log } = options;
  /** Changes are applied one after the other, so that the newest read is also applied last. */
  const inTurn = oneAfterAnother();
  const departures = createDepartures(connections);
  const toldBySweep = createToldBySweep();

  /**
   * `told` are people who know of the change: when they are all whom it concerns here, the others know, too. Returns who has
   * really come or gone: the database may know better than the change.
   */
  async function apply(change: ChatChange, told = nobody, untilTrust?: NodeJS.Timeout): Promise<ChatChange> {
    const { chatId } = change;
    const members = await membersAfter(change, { db, departures }).finally(() => clearTimeout(untilTrust));
    const [joined, left] = [connections.here(change.joined), connections.here(change.left)];
    const gone = left.filter((uid) => !members.has(uid));
    for (const uid of gone) if (!told.has(uid)) departures.leave(uid, chatId);
    replaceWhereOpen(connections, presence, chatId, members);
    if (change.beforeLines) return { chatId, joined: [], left: gone };

    const arrived = new Set(joined.filter((uid) => members.has(uid)));
    for (const uid of arrived) for (const socket of connections.of(uid)) enterRooms(socket, [roomOfChat(chatId)]);
    if (arrived.size > 0) await link.settled();
    const real = { chatId, joined: [...arrived], left: gone };
    if (told.size > 0 && [...joined, ...left].every((uid) => told.has(uid))) return real;

    // Read after joining: messages sent meanwhile are either included here or arrive by themselves.
    const present = connections.here([...members]).filter((uid) => !told.has(uid));
    const views = present.length > 0 ? await selectViewsInSight(db, chatId, present) : [];
    for (const view of views) tellView(connections, view, arrived.has(view.viewer));
    return real;
  }

  async function reconcileNow(chatId: string, memberships: readonly Membership[]): Promise<void> {
    const change = changeFor(connections, chatId, memberships);
    const { joined, left } = change;
    const isSeen = (one: Membership) => isSoWhereOpen(connections, chatId, one.user_id, one.is_member);
    if (joined.length + left.length === 0 && memberships.every(isSeen)) return;
    toldBySweep.add(await apply(change));
  }

  return {
    follow(change) {
      const untilTrust = setTimeout(() => departures.leaveOnTrust(change), patience).unref();
      inTurn(() => apply(change, toldBySweep.take(change), untilTrust)).catch((err: unknown) =>
        log.warn({ err }, 'a change of members could not be followed; the sweep will'),
      );
    },
    async reconcile(chatId, memberships) {
      // Compared in its turn: a report that came before may do all that is needed.
      await inTurn(() => reconcileNow(chatId, memberships));
      for (const { user_id: uid } of memberships) departures.confirm(uid, chatId);
    },
    isOpen: (chatId, { user_id: uid }) => departures.isOnTrust(uid, chatId) || connections.of(uid).some(isStillJoining),
  };
}

function tellView(
  connections: Connections,
  view: Awaited<ReturnType<typeof selectViewsInSight>>[number],
  isNew: boolean,
) {
  connections.tell(view.viewer, isNew ? 'chatCreated' : 'chatUpdated', presentChat(view));
}

/** Returns what does each work as soon as the one before has ended, well or not. */
function oneAfterAnother() {
  let last: Promise<void> = Promise.resolve();
  return function inTurn(work: () => Promise<unknown>): Promise<void> {
    const done = last.then(work).then(() => {});
    last = done.catch(() => {});
    return done;
  };
}

/** The change that brings this node's sockets to these memberships. */
function changeFor(connections: Connections, chatId: string, memberships: readonly Membership[]) {
  const room = roomOfChat(chatId);
  const isSoHere = ({ user_id: uid, is_member: isMember }: Membership) =>
    connections.of(uid).every((socket) => socket.rooms.has(room) === isMember || (isMember && isStillJoining(socket)));
  const differing = memberships.filter((membership) => !isSoHere(membership));
  const those = (isMember: boolean) =>
    differing.filter((one) => one.is_member === isMember).map(({ user_id: uid }) => uid);
  return { chatId, joined: those(true), left: those(false) };
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
