import type { SystemLine } from '@koinonia/contracts/chat.ts';
import { formerMember } from '@koinonia/contracts/identity.ts';
import { textOf } from '../chats/system-lines.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { selectChanged } from '../messages/queries.ts';
import type { TellMessages } from '../messages/tell-messages.ts';
import type { People } from '../people.ts';
import * as queries from './queries.ts';

const atOnce = 200;
const toldAtOnce = 100;

interface Dependencies {
  db: ChatDatabase;
  people: People;
  tellMessages: TellMessages;
}

/**
 * Rewrites the system lines that this person caused, or that name them, with the current names. Lines that already have them
 * stay as they are, so a repeated call continues where the last one stopped. False when `until` (by `performance.now()`) is over.
 */
export async function rewriteLines(dependencies: Dependencies, uid: string, until: number): Promise<boolean> {
  const { db, people } = dependencies;
  let lines = await queries.selectLinesAbout(db, uid, { limit: atOnce }).execute();
  for (let last = lines.at(-1); last; last = lines.at(-1)) {
    const nameOf = await people.namesOf([...new Set(lines.flatMap(peopleIn))]);
    const outdated = lines.flatMap(({ id, chat_id, sender_id, system, text: was }) => {
      const text = textOf(sender_id, system, (one) => (one === uid ? formerMember : nameOf(one)));
      return text === was ? [] : [{ id, chat_id, was, text }];
    });
    for (const [chatId, ofChat] of Map.groupBy(outdated, ({ chat_id }) => chat_id)) {
      if (performance.now() > until) return false;
      await rewriteIn(dependencies, chatId, ofChat);
    }
    lines = await queries.selectLinesAbout(db, uid, { after: last, limit: atOnce }).execute();
  }
  return true;
}

const peopleIn = ({ sender_id, system }: { sender_id: string; system: SystemLine }) => [
  sender_id,
  ...('people' in system ? system.people : []),
];

async function rewriteIn({ db, tellMessages }: Dependencies, chatId: string, lines: readonly queries.Rewritten[]) {
  const after = await db.transaction().execute((trx) => queries.rewriteTexts(trx, chatId, lines));
  const changed = await selectChanged(db, chatId, { after, limit: toldAtOnce });
  await tellMessages('messageChanged', changed);
}
