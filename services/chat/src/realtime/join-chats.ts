import { type JoinedChats, maxChatsToJoin } from '@koinonia/contracts/socket-events.ts';
import { inBatches } from '@koinonia/kit/in-batches.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { ChatMetrics } from '../metrics.ts';
import { type ChatSocket, endForGood, enterRooms } from './chat-socket.ts';
import type { NodeLink } from './node-link.ts';
import { type AskedChats, type HeadRow, presentHead, selectHeads, selectHiddenChatIds } from './queries.ts';
import { roomOfChat } from './rooms.ts';

const maxWaiting = 5;
const tryAgainAfter = 1000;
const tries = 20;

/** As many people or chats are asked for at once. */
const batchLimit = 2000;

interface Dependencies {
  membership: MembershipQuestions;
  link: NodeLink;
  log: Logger;
  metrics: ChatMetrics;
}

/** What sockets that join ask the database, for all of them together. */
export interface MembershipQuestions {
  heads(question: AskedChats): Promise<HeadRow[]>;
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

/** Lets a socket join chats: those it asks for and its person belongs to, and those they have taken away. */
export function followJoins(socket: ChatSocket, { membership, link, log, metrics }: Dependencies): void {
  const { uid } = socket.data;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  async function join(asked: readonly string[]): Promise<JoinedChats> {
    const allowed = await membership.heads({ uid, chatIds: asked.filter(isOwnId) });
    if (allowed.length === 0) return { joined: [], refused: [...asked] };
    enterRooms(
      socket,
      allowed.map(({ id }) => roomOfChat(id)),
    );
    await link.settled();
    // Joined first and looked second: what was sent in between is either told or within `lastSeq`, and whoever was
    // removed in between is found out.
    const heads = await membership.heads({ uid, chatIds: allowed.map(({ id }) => id) });
    const joined = new Set(heads.map(({ id }) => id));
    for (const { id } of allowed) if (!joined.has(id)) void socket.leave(roomOfChat(id));
    return {
      joined: heads.map(presentHead),
      refused: asked.filter((id) => !joined.has(id)),
    };
  }

  /** One after the other; a store that is away is waited for, because nothing else would bring the socket in. */
  function whenItsTurnComes(work: () => Promise<void>): void {
    waiting += 1;
    last = last
      .then(async () => {
        for (let left = tries; left > 0 && socket.connected; left -= 1) {
          try {
            return await work();
          } catch (err) {
            log.warn({ err }, 'a socket could not join its chats yet');
            await new Promise((resolve) => setTimeout(resolve, tryAgainAfter));
          }
        }
      })
      .finally(() => (waiting -= 1));
  }

  whenItsTurnComes(async () => {
    const hidden = await membership.hidden(uid);
    if (hidden.length > 0) await join(hidden);
  });

  // Whatever is sent may come in here, whatever the types say.
  socket.on('joinChats', (...sent: unknown[]) => {
    const acknowledge = sent.findLast((part) => typeof part === 'function');
    if (waiting >= maxWaiting) {
      metrics.socketsCut.inc({ reason: 'flood' });
      return endForGood(socket);
    }
    const asked = Array.isArray(sent[0]) ? sent[0].filter((id): id is string => typeof id === 'string') : [];
    const unique = [...new Set(asked)];
    whenItsTurnComes(async () => {
      const { joined, refused } = await join(unique.slice(0, maxChatsToJoin));
      acknowledge?.({ joined, refused: [...refused, ...unique.slice(maxChatsToJoin)] } satisfies JoinedChats);
    });
  });
}
