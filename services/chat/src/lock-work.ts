import { sql } from 'kysely';
import type { ChatDatabase } from './database/schema.ts';

/** Until the transaction ends, no other node can do this work; false when another one is doing it. */
export async function lockWork(
  trx: ChatDatabase,
  work: 'koinonia chat search' | 'koinonia chat unseen',
): Promise<boolean> {
  const { isOurs } = await trx
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtext(${work}))`.as('isOurs'))
    .executeTakeFirstOrThrow();
  return isOurs;
}
