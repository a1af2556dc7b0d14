import { setTimeout as wait } from 'node:timers/promises';
import { type JoinedChats, maxChatsToJoin } from '@koinonia/contracts/socket-events.ts';
import { inBatches } from '@koinonia/kit/work/in-batches.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ChatDatabase } from '../../database/schema.ts';
import type { ChatMetrics } from '../../metrics.ts';
import { type ChatSocket, endForGood, enterRooms, leaveChat, sendAway } from './chat-socket.ts';
import type { Newcomers } from '../members/newcomers.ts';
import type { NodeLink } from '../delivery/node-link.ts';
import { presentHead } from '../present.ts';
import { type AskedChats, type JoinedHeadRow, selectHeads, selectHiddenChatIds } from '../queries.ts';
import { roomOfChat } from '../rooms.ts';

/** What may wait for one socket. A client that joins one chat at a time, all at once, is not yet a flood. */
const maxWaiting = { joins: 100, chats: 5 * maxChatsToJoin };
const tryAgainAfter = 1000;

/** Maximum number of people or chats in one query. */
const batchLimit = 2000;

interface Dependencies {
  membership: MembershipQuestions;
  newcomers: Newcomers;
  link: NodeLink;
  log: Logger;
  metrics: ChatMetrics;
  /** The number of tries for one join before the socket is sent away. Default 20. */
  tries?: number;
}

/** The queries of joining sockets, combined for all of them. */
export interface MembershipQuestions {
  heads(question: AskedChats): Promise<JoinedHeadRow[]>;
  hidden(uid: string): Promise<string[]>;
}

export const askTogether = (db: ChatDatabase): MembershipQuestions => ({
  heads: inBatches({
    ask: (questions) => selectHeads(db, questions),
    sizeOf: ({ chatIds }) => chatIds.length,
    limit: batchLimit,
  }),
  hidden: inBatches({ ask: (uids) => selectHiddenChatIds(db, uids), limit: batchLimit }),
});

/** The queue of one socket's joins. */
interface Turns {
  joins: number;
  /** How many chats the waiting joins name. */
  chats: number;
  /** Null while nothing waits: this saves memory for thousands of sockets. */
  last: Promise<void> | null;
}

/** Joins a socket to chats: those it asks for, if its person is a member, and those that the person has hidden. */
export function followJoins(socket: ChatSocket, dependencies: Dependencies): void {
  const turns: Turns = { joins: 0, chats: 0, last: null };
  const { metrics } = dependencies;

  const joinHidden = async () => {
    const hidden = await dependencies.membership.hidden(socket.data.uid);
    if (hidden.length > 0) await join(socket, hidden, dependencies);
  };
  whenItsTurnComes(socket, turns, dependencies, { chats: 0, work: joinHidden });

  // A client may send anything here, whatever the types say.
  socket.on('joinChats', (...sent: unknown[]) => {
    const acknowledge = sent.findLast((part) => typeof part === 'function');
    const asked = Array.isArray(sent[0]) ? sent[0].filter((id): id is string => typeof id === 'string') : [];
    const unique = [...new Set(asked)];
    if (turns.joins >= maxWaiting.joins || turns.chats + unique.length > maxWaiting.chats) {
      metrics.socketsCut.inc({ reason: 'flood' });
      return endForGood(socket);
    }
    const joinAsked = async () => {
      const { joined, refused } = await join(socket, unique.slice(0, maxChatsToJoin), dependencies);
      socket.data.joinsUntil = 0;
      acknowledge?.({ joined, refused: [...refused, ...unique.slice(maxChatsToJoin)] } satisfies JoinedChats);
    };
    whenItsTurnComes(socket, turns, dependencies, { chats: unique.length, work: joinAsked });
  });
}

/**
 * One after the other; retries while a store is away, because nothing else would join the socket. After the last try the socket
 * is sent away: its client reconnects, to any node, and asks again.
 */
function whenItsTurnComes(
  socket: ChatSocket,
  turns: Turns,
  { log, metrics, tries = 20 }: Dependencies,
  { chats, work }: { chats: number; work: () => Promise<void> },
): void {
  turns.joins += 1;
  turns.chats += chats;
  const done = (turns.last ?? Promise.resolve())
    .then(async () => {
      for (let left = tries; left > 0 && socket.connected; left -= 1) {
        try {
          return await work();
        } catch (err) {
          log.warn({ err }, 'a socket could not join its chats yet');
          await wait(tryAgainAfter);
        }
      }
      if (!socket.connected) return;
      metrics.socketsCut.inc({ reason: 'not_joined' });
      sendAway(socket);
    })
    .finally(() => {
      turns.joins -= 1;
      turns.chats -= chats;
      if (turns.last === done) turns.last = null;
    });
  turns.last = done;
}

async function join(
  socket: ChatSocket,
  asked: readonly string[],
  { membership, newcomers, link }: Pick<Dependencies, 'membership' | 'newcomers' | 'link'>,
): Promise<JoinedChats> {
  const { uid } = socket.data;
  const joinedBefore = new Set(asked.filter((id) => socket.rooms.has(roomOfChat(id))));
  const allowed = await membership.heads({ uid, chatIds: asked.filter(isOwnId) });
  const mayJoin = new Set(allowed.map(({ id }) => id));
  // Whoever came in only while we asked was added meanwhile, and stays.
  for (const id of joinedBefore) if (!mayJoin.has(id)) leaveChat(socket, id);
  if (allowed.length === 0) return { joined: [], refused: [...asked] };
  for (const { id, came_after: cameAfter } of allowed) newcomers.add(roomOfChat(id), uid, cameAfter);
  enterRooms(
    socket,
    allowed.map(({ id }) => roomOfChat(id)),
  );
  await link.settled();
  // Joined first and checked second: a message sent in between either arrives or is included in `lastSeq`, and a person
  // removed in between is noticed.
  const heads = await membership.heads({ uid, chatIds: allowed.map(({ id }) => id) });
  const joined = new Set(heads.map(({ id }) => id));
  for (const { id } of allowed) if (!joined.has(id)) leaveChat(socket, id);
  return {
    joined: heads.map(presentHead),
    refused: asked.filter((id) => !joined.has(id)),
  };
}
