import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ChatDatabase } from '../database/schema.ts';

/** Locks a chat as a change of it does, for as long as a test needs. */
export const holdChat = (trx: ChatDatabase, chatId: string) =>
  sql`select from chats where id = ${chatId} for no key update`.execute(trx);

/** The same for the chat's counter of changes, which must exist. */
export const holdCounter = (trx: ChatDatabase, chatId: string) =>
  sql`select from chat_changes where chat_id = ${chatId} for update`.execute(trx);

const waiting = sql`
  select from pg_locks
  where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;

/** Waits until so many statements wait for a lock in this database. */
export const untilWaiting = (db: ChatDatabase, count = 1) =>
  expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(count);
