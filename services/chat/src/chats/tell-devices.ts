import type { Chat } from '@koinonia/contracts/chat.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { createOutageTeller } from '@koinonia/kit/observing/tell-outage.ts';
import { forAMoment } from '@koinonia/kit/work/for-a-moment.ts';
import { oneAtATime } from '@koinonia/kit/work/one-at-a-time.ts';
import { presentChat } from './present.ts';
import { selectViewsInSight } from './views.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { Broadcast } from '../realtime/delivery/broadcast.ts';

/** Long enough to combine many steps of scrolling, short enough to look immediate. */
const gathering = 300;
const tryAgainAfter = 1000;

/** Tells a person's own sockets, on all nodes, what they did on one device. */
export interface TellDevices {
  /** How one of their chats stands for them: read, marked unread. */
  soon(uid: string, chatId: string): void;
  /** They deleted a chat for themselves: their other devices remove it too. */
  hidden(uid: string, chatId: string): void;
  /** They took back a chat that they had deleted: their other devices show it again. */
  reopened(uid: string, chat: Chat): void;
  /** Tells what waits to be told: nothing else would. */
  close(): Promise<void>;
}

export function createTellDevices(options: {
  db: ChatDatabase;
  broadcast: Pick<Broadcast, 'toPeople'>;
  log: Logger;
}): TellDevices {
  const { db, broadcast, log } = options;
  const outage = createOutageTeller(log, {
    away: 'how chats stand cannot be told to the devices of their members',
    back: 'how chats stand is told to the devices of their members again',
  });
  const peopleOf = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  // Of two at the same time, the one with the older answer could tell it last.
  const tellGathered = oneAtATime(async () => {
    const gathered = [...peopleOf];
    peopleOf.clear();
    for (const [chatId, people] of gathered) {
      try {
        const views = await selectViewsInSight(db, chatId, [...people]);
        for (const view of views) broadcast.toPeople([view.viewer], 'chatUpdated', presentChat(view));
        outage.succeed();
      } catch (err) {
        if (isClosed) return;
        outage.fail(err);
        for (const uid of people) tellWithin(tryAgainAfter, uid, chatId);
      }
    }
  });

  function tellWithin(ms: number, uid: string, chatId: string) {
    peopleOf.set(chatId, (peopleOf.get(chatId) ?? new Set()).add(uid));
    timer ??= setTimeout(() => {
      timer = undefined;
      void tellGathered();
    }, ms).unref();
  }

  return {
    soon: (uid, chatId) => tellWithin(gathering, uid, chatId),
    hidden: (uid, chatId) => broadcast.toPeople([uid], 'chatDeleted', { id: chatId }),
    reopened: (uid, chat) => broadcast.toPeople([uid], 'chatCreated', chat),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await forAMoment(tellGathered());
    },
  };
}
