import type { Message } from '@koinonia/contracts/chat.ts';
import { membershipOf } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentMessage } from './present.ts';
import { selectPage, selectReactions } from './queries.ts';

/** A page of a chat as its member sees it, oldest first. */
export async function messagesFor(
  db: ChatDatabase,
  uid: string,
  chatId: string,
  page: { limit: number; before?: number | undefined; after?: number | undefined },
): Promise<Message[]> {
  const { visible_after_seq: visibleAfter } = await membershipOf(db, uid, chatId);
  const rows = await selectPage(db, chatId, { ...page, visibleAfter });
  const reactions = await selectReactions(
    db,
    uid,
    rows.map(({ id }) => id),
  );
  const byMessage = Map.groupBy(reactions, ({ message_id }) => message_id);
  return rows.map((row) => presentMessage(row, byMessage.get(row.id) ?? []));
}
