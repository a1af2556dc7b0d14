import { sql } from 'kysely';
import { endedIfIdle } from '../database/ended-if-idle.ts';
import type { ChatDatabase } from '../database/schema.ts';

/** Creates the chat's counter of changes, if there is none yet. Replies lock its row, so it has to exist. */
export async function ensureCounter(db: ChatDatabase, chatId: string): Promise<void> {
  await db
    .insertInto('chat_changes')
    .values({ chat_id: chatId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locked, so that changes are committed in the order of their numbers. Returns the number of the last one. */
export async function lockCounter(trx: ChatDatabase, chatId: string): Promise<number> {
  await ensureCounter(trx, chatId);
  const locked = counterOf(trx, chatId).select(endedIfIdle.as('ended_if_idle')).forUpdate();
  const { change_seq: last } = await locked.executeTakeFirstOrThrow();
  return last;
}

/** The number of the chat's last change, 0 if it never changed. */
export async function lastChange(db: ChatDatabase, chatId: string): Promise<number> {
  return (await counterOf(db, chatId).executeTakeFirst())?.change_seq ?? 0;
}

/** Sets the number of the chat's last change; the counter must be locked. */
export async function moveCounter(trx: ChatDatabase, chatId: string, to: number): Promise<void> {
  await sql`
    update chat_changes set change_seq = ${to}, changed_at = clock_timestamp()
    where chat_id = ${chatId}`.execute(trx);
}

const counterOf = (db: ChatDatabase, chatId: string) =>
  db.selectFrom('chat_changes').select('change_seq').where('chat_id', '=', chatId);
