import { maxEdits } from '@koinonia/contracts/chat.ts';
import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

export interface Edit {
  readonly text: string;
  readonly mentions: readonly string[] | null;
  /** The words by which search will find it. */
  readonly words: readonly string[];
}

export type ChangeOutcome = 'changed' | 'same' | 'missing' | 'forbidden' | 'deleted' | 'empty' | 'too often';

/** Edits a message, or deletes it when `edit` is null. `change_seq` is the number of this change, null if nothing changed. */
export async function changeMessage(
  db: ChatDatabase,
  wanted: { chatId: string; messageId: string; editor: string; edit: Edit | null },
): Promise<{ outcome: ChangeOutcome; change_seq: number | null }> {
  const { chatId, messageId, editor, edit } = wanted;
  const { rows } = await sql<{ outcome: ChangeOutcome; change_seq: number | null }>`
    select * from change_message(
      ${chatId}::uuid, ${messageId}::uuid, ${editor}::uuid, ${edit?.text ?? null}::text,
      ${edit?.mentions ?? null}::text[], ${edit?.words ?? null}::text[], ${maxEdits}::int
    )`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('change_message always answers');
  return row;
}

export function selectVersions(db: ChatDatabase, messageId: string) {
  return db
    .selectFrom('message_versions')
    .select(['text', 'written_at'])
    .where('message_id', '=', messageId)
    .orderBy('version')
    .execute();
}
