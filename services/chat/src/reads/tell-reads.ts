import type { Logger } from '@koinonia/kit/observing/log.ts';
import { presentChat } from '../chats/present.ts';
import { selectViewsInSight } from '../chats/views.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Broadcast } from '../realtime/broadcast.ts';

/** Long enough to combine many steps of scrolling, short enough to look immediate. */
const gathering = 300;

/** Tells a person's own sockets, on all nodes, how much is left unread in one of their chats. */
export interface TellReads {
  soon(uid: string, chatId: string): void;
  close(): void;
}

export function createTellReads(options: {
  db: ChatDatabase;
  broadcast: Pick<Broadcast, 'toPeople'>;
  log: Logger;
}): TellReads {
  const { db, broadcast, log } = options;
  let readersOf = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;

  async function tell(gathered: typeof readersOf): Promise<void> {
    for (const [chatId, readers] of gathered) {
      const views = await selectViewsInSight(db, chatId, [...readers]);
      for (const view of views) broadcast.toPeople([view.viewer], 'chatUpdated', presentChat(view));
    }
  }

  // Of two at the same time, the one with the older answer could tell it last.
  const tellGathered = oneAtATime(async () => {
    const gathered = readersOf;
    readersOf = new Map();
    await tell(gathered).catch((err: unknown) => log.warn({ err }, 'what is left unread could not be told'));
  });

  return {
    soon(uid, chatId) {
      readersOf.set(chatId, (readersOf.get(chatId) ?? new Set()).add(uid));
      timer ??= setTimeout(() => {
        timer = undefined;
        void tellGathered();
      }, gathering).unref();
    },
    close: () => clearTimeout(timer),
  };
}
