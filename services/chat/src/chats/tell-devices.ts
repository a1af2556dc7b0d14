import type { Chat } from '@koinonia/contracts/chat.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { presentChat } from './present.ts';
import { selectViewsInSight } from './views.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Broadcast } from '../realtime/broadcast.ts';

/** Long enough to combine many steps of scrolling, short enough to look immediate. */
const gathering = 300;
/** What the database did not answer is asked once more, and then left to the next list that a device asks for. */
const tryAgainAfter = 1000;

/** Tells a person's own sockets, on all nodes, what they did on one device. */
export interface TellDevices {
  /** How one of their chats stands for them: read, marked unread. */
  soon(uid: string, chatId: string): void;
  /** They deleted a chat for themselves: their other devices remove it too. */
  hidden(uid: string, chatId: string): void;
  /** They took back a chat that they had deleted: their other devices show it again. */
  reopened(uid: string, chat: Chat): void;
  close(): void;
}

/** Whose devices are to be told of which chats. */
type Gathered = Map<string, Set<string>>;

export function createTellDevices(options: {
  db: ChatDatabase;
  broadcast: Pick<Broadcast, 'toPeople'>;
  log: Logger;
}): TellDevices {
  const { db, broadcast, log } = options;
  let peopleOf: Gathered = new Map();
  let onceMore: Gathered = new Map();
  let timer: NodeJS.Timeout | undefined;

  /** The chats that could not be told. */
  async function tell(gathered: Gathered): Promise<Gathered> {
    const failed: Gathered = new Map();
    for (const [chatId, people] of gathered) {
      try {
        const views = await selectViewsInSight(db, chatId, [...people]);
        for (const view of views) broadcast.toPeople([view.viewer], 'chatUpdated', presentChat(view));
      } catch (err) {
        failed.set(chatId, people);
        log.warn({ err }, 'how a chat stands could not be told to the devices of its members');
      }
    }
    return failed;
  }

  // Of two at the same time, the one with the older answer could tell it last.
  const tellGathered = oneAtATime(async () => {
    const [failedBefore, gathered] = [onceMore, peopleOf];
    peopleOf = new Map();
    await tell(failedBefore);
    onceMore = await tell(gathered);
    if (onceMore.size > 0) plan(tryAgainAfter);
  });

  function plan(ms: number) {
    timer ??= setTimeout(() => {
      timer = undefined;
      void tellGathered();
    }, ms).unref();
  }

  return {
    soon(uid, chatId) {
      peopleOf.set(chatId, (peopleOf.get(chatId) ?? new Set()).add(uid));
      plan(gathering);
    },
    hidden: (uid, chatId) => broadcast.toPeople([uid], 'chatDeleted', { id: chatId }),
    reopened: (uid, chat) => broadcast.toPeople([uid], 'chatCreated', chat),
    close: () => clearTimeout(timer),
  };
}
