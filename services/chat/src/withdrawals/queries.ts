import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

const among = (urls: readonly string[]) => sql<string>`any(${urls}::text[])`;

/** Addresses that media must be told about, oldest first, without those that another node is delivering. */
export async function lockWithdrawals(trx: ChatDatabase, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('withdrawals')
    .select('url')
    .orderBy('since')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ url }) => url);
}

export async function deleteWithdrawals(trx: ChatDatabase, urls: readonly string[]): Promise<void> {
  await trx.deleteFrom('withdrawals').where('url', '=', among(urls)).execute();
}

/** The addresses among these that a message names. */
export async function selectNamed(db: ChatDatabase, urls: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('attachment_url')
    .distinct()
    .where('attachment_url', '=', among(urls))
    .execute();
  return rows.flatMap(({ attachment_url: url }) => url ?? []);
}

/** Deletes the names and other data of attachments. */
export async function deleteAttachments(db: ChatDatabase, urls: readonly string[]): Promise<void> {
  await db.deleteFrom('attachments').where('url', '=', among(urls)).execute();
}
