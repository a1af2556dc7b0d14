import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ChatTables } from '../database/schema.ts';
import { createChatDatabase } from '../testing/database.ts';
import { insertChat } from './queries.ts';
import { selectViewsInSight } from './views.ts';

/** Memberships that PostgreSQL has looked at in this transaction. */
async function membershipsRead(trx: Transaction<ChatTables>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_user_tables where relname = 'memberships'`.execute(trx);
  return rows[0]?.read ?? 0;
}

test('the members of a large group are read once, however many people are told of it', async () => {
  const { db, close } = await createChatDatabase();
  onTestFinished(close);
  const people = Array.from({ length: 200 }, () => randomUUID());
  const id = randomUUID();
  await insertChat(db, { id, is_group: true, name: 'All Staff', direct_key: null }, people);

  await db.transaction().execute(async (trx) => {
    const before = await membershipsRead(trx);
    const views = await selectViewsInSight(trx, id, people);
    expect((await membershipsRead(trx)) - before).toBeLessThanOrEqual(2 * people.length);

    expect(views.map(({ viewer }) => viewer).toSorted()).toEqual(people.toSorted());
    for (const { users } of views) expect(users.split(',').toSorted()).toEqual(people.toSorted());
  });
});
