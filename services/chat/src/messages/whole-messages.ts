import type { ChatDatabase } from '../database/schema.ts';
import type { WholeMessage } from './present.ts';
import { type MessageRow, selectAt, selectReactions } from './queries.ts';

/** Messages of one chat with everything shown with them, for a member who sees only positions after `visibleAfter`. */
export async function wholeMessages(
  db: ChatDatabase,
  rows: readonly MessageRow[],
  viewer: { uid: string; visibleAfter: number },
): Promise<WholeMessage[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  const byMessage = Map.groupBy(await selectReactions(db, viewer.uid, ids), ({ message_id }) => message_id);
  const quoted = rows.map((row) => row.reply_to_seq).filter((seq) => seq !== null);
  const visible = quoted.filter((seq) => seq > viewer.visibleAfter);
  const originals = new Map((await selectAt(db, first.chat_id, visible)).map((row) => [row.seq, row]));
  return rows.map((row) => ({
    row,
    reactions: byMessage.get(row.id) ?? [],
    original: row.reply_to_seq === null ? undefined : originals.get(row.reply_to_seq),
  }));
}
