import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ChatChange } from '../../chats/tell-change.ts';
import { presentChat } from '../../chats/present.ts';
import { selectViewsInSight } from '../../chats/views.ts';
import type { ChatDatabase } from '../../database/schema.ts';
import { enterRooms, isStillJoining } from '../sockets/chat-socket.ts';
import type { Connections } from '../sockets/connections.ts';
import { createDepartures, type Departures } from './departures.ts';
import { isSoWhereOpen, replaceWhereOpen } from './members-where-open.ts';
import type { Newcomers } from './newcomers.ts';
import type { NodeLink } from '../delivery/node-link.ts';
import type { Presence } from '../presence/presence.ts';
import { selectSight } from '../queries.ts';
import { roomOfChat } from '../rooms.ts';
import { createSecondTries } from './second-tries.ts';
import { createToldBySweep } from './told-by-sweep.ts';

/** Ms. A removed person must be out within 5 s, and changes queue up for a database that does not answer. */
const patience = 3000;

/** Keeps the sockets of this node in the chats of their people, and tells them about changes. */
export interface MemberFollower {
  /** Handles a reported change of a chat. The database is read for the current state, as the report may be late or stale. */
  follow(change: ChatChange): void;
  /** Handles a chat's memberships that the sweep found. Acts only where this node's sockets differ; rejects when it fails. */
  reconcile(chatId: string, memberships: readonly Membership[]): Promise<void>;
  /** Whether the sweep must look again: someone had to leave by a report alone, or a socket may still join by itself. */
  isOpen(chatId: string, membership: Membership): boolean;
  /** Ends the attempts to follow what could not be followed. */
  close(): void;
}

interface Membership {
  user_id: string;
  is_member: boolean;
}

/** What a change did here, and the members who have to be told of it. */
interface Moved {
  chatId: string;
  joined: string[];
  left: string[];
  untold: string[];
}

/** The members who have to be told of a chat; those who joined it see it for the first time. */
interface ToTell {
  chatId: string;
  joined: Set<string>;
  untold: Set<string>;
}

/** Nobody was told of the change before. */
const nobody: ReadonlySet<string> = new Set();

export function createMemberFollower(options: {
  db: ChatDatabase;
  connections: Connections;
  newcomers: Newcomers;
  link: NodeLink;
  presence: Presence;
  log: Logger;
}): MemberFollower {
  const { connections, link } = options;
  /** Changes are applied one after the other, so that the newest read is also applied last. */
  const inTurn = oneAfterAnother();
  const departures = createDepartures(connections);
  const toldBySweep = createToldBySweep();
  const tellInTurn = tellingTogether(inTurn, (moved) => tell(moved, options));
  const move = (change: ChatChange, told?: ReadonlySet<string>) =>
    moveSockets(change, { ...options, departures, told });
  const secondTries = createSecondTries(follow, options.log);

  /** Does not hold up the next change: while Redis hangs this takes a second, and removed people must be out in time. */
  async function tellWhenSettled(moved: Moved): Promise<void> {
    if (moved.joined.length > 0) await link.settled();
    // Whoever left has been told.
    await tellInTurn(moved).catch(secondTries.of({ chatId: moved.chatId, joined: moved.joined, left: [] }));
  }

  function follow(change: ChatChange): void {
    const untilTrust = setTimeout(() => departures.leaveOnTrust(change), patience).unref();
    inTurn(() => move(change, toldBySweep.take(change)).finally(() => clearTimeout(untilTrust)))
      .catch(secondTries.of(change))
      .then(tellWhenSettled)
      .then(secondTries.succeed, () => {});
  }

  return {
    follow,
    async reconcile(chatId, memberships) {
      // Compared when its turn comes: an earlier report may already have done everything.
      const moved = await inTurn(async () => {
        const change = changeFor(connections, chatId, memberships);
        const found = change && (await move(change));
        // Noted before they are told: the report may come meanwhile.
        if (found) toldBySweep.add(found);
        return found;
      });
      if (moved)
        await tellWhenSettled(moved).catch((error: unknown) => {
          toldBySweep.take(moved);
          throw error;
        });
      for (const { user_id: uid } of memberships) departures.confirm(uid, chatId);
    },
    isOpen: (chatId, { user_id: uid }) => departures.isOnTrust(uid, chatId) || connections.of(uid).some(isStillJoining),
    close: secondTries.close,
  };
}

/**
 * Moves sockets into the chat and out of it. The database may know better than the change who has really joined or left. `told`
 * are people who know of the change.
 */
async function moveSockets(
  change: ChatChange,
  options: {
    db: ChatDatabase;
    connections: Connections;
    newcomers: Newcomers;
    presence: Presence;
    departures: Departures;
    told?: ReadonlySet<string> | undefined;
  },
): Promise<Moved> {
  const { connections, newcomers, presence, departures, told = nobody } = options;
  const { chatId } = change;
  const sight = await sightAfter(change, options);
  const members = new Set(sight.keys());
  const [joined, left] = [connections.here(change.joined), connections.here(change.left)];
  const gone = left.filter((uid) => !members.has(uid));
  for (const uid of gone) if (!told.has(uid)) departures.leave(uid, chatId);
  replaceWhereOpen(connections, presence, chatId, members);
  if (change.beforeLines) return { chatId, joined: [], left: gone, untold: [] };

  const arrived = joined.filter((uid) => members.has(uid));
  for (const uid of arrived) {
    newcomers.add(roomOfChat(chatId), uid, sight.get(uid) ?? 0);
    for (const socket of connections.of(uid)) enterRooms(socket, [roomOfChat(chatId)]);
  }
  return { chatId, joined: arrived, left: gone, untold: stillUntold([...members], [...joined, ...left], told) };
}

/** The members who do not know of a change yet. If everyone here whom it concerns knows of it, so do all others. */
function stillUntold(members: readonly string[], concerned: readonly string[], told: ReadonlySet<string>): string[] {
  const isKnown = told.size > 0 && concerned.every((uid) => told.has(uid));
  return isKnown ? [] : members.filter((uid) => !told.has(uid));
}

async function tell(
  { chatId, joined, untold }: ToTell,
  { db, connections }: { db: ChatDatabase; connections: Connections },
): Promise<void> {
  // Read after joining: messages sent meanwhile are either included here or arrive by themselves.
  const present = connections.here([...untold]);
  const views = present.length > 0 ? await selectViewsInSight(db, chatId, present) : [];
  for (const view of views) {
    connections.tell(view.viewer, joined.has(view.viewer) ? 'chatCreated' : 'chatUpdated', presentChat(view));
  }
}

/**
 * Tells members about a chat when its turn comes. Everything that happens to the chat until then is told at once, in its last
 * state: a large group that changes again and again would otherwise hold up everything else.
 */
function tellingTogether(inTurn: InTurn, tellOf: (moved: ToTell) => Promise<void>): (moved: Moved) => Promise<void> {
  const waiting = new Map<string, { moved: ToTell; told: Promise<void> }>();

  function wait(chatId: string) {
    const moved: ToTell = { chatId, joined: new Set(), untold: new Set() };
    const told = inTurn(() => {
      waiting.delete(chatId);
      return tellOf(moved);
    });
    const one = { moved, told };
    waiting.set(chatId, one);
    return one;
  }

  return ({ chatId, joined, untold }) => {
    const { moved, told } = waiting.get(chatId) ?? wait(chatId);
    for (const uid of untold) moved.untold.add(uid);
    for (const uid of joined) if (untold.includes(uid)) moved.joined.add(uid);
    return told;
  };
}

type InTurn = ReturnType<typeof oneAfterAnother>;

/** Starts each work as soon as the previous one has ended, whether or not it failed. */
function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** The change that makes this node's sockets match these memberships; null when they already do. */
function changeFor(connections: Connections, chatId: string, memberships: readonly Membership[]): ChatChange | null {
  const room = roomOfChat(chatId);
  const isSoHere = ({ user_id: uid, is_member: isMember }: Membership) =>
    connections.of(uid).every((socket) => socket.rooms.has(room) === isMember || (isMember && isStillJoining(socket)));
  const isSeen = (one: Membership) => isSoWhereOpen(connections, chatId, one.user_id, one.is_member);
  const differing = memberships.filter((membership) => !isSoHere(membership));
  if (differing.length === 0 && memberships.every(isSeen)) return null;
  const those = (isMember: boolean) =>
    differing.filter((one) => one.is_member === isMember).map(({ user_id: uid }) => uid);
  return { chatId, joined: those(true), left: those(false) };
}

/**
 * The members and what they see, as the database says. When it does not answer, the report is trusted; the sweep corrects
 * it if it was stale.
 */
async function sightAfter(
  change: ChatChange,
  { db, departures }: { db: ChatDatabase; departures: Departures },
): Promise<Map<string, number>> {
  try {
    return await selectSight(db, change.chatId);
  } catch (error) {
    departures.leaveOnTrust(change);
    throw error;
  }
}
