import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLog } from '../observing/log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createDatabase } from './database.ts';
import { selectSettledTime } from './settled-time.ts';

test('time is settled up to the beginning of a transaction that is still writing, but not of one that only reads', async () => {
  const database = await createTestDatabase();
  const db = createDatabase<unknown>({ url: database.url, schema: 'public', log: createLog('silent', 'tests') });
  const timeOf = async (on: typeof db, expression: 'now' | 'clock_timestamp') =>
    (await sql<{ at: Date }>`select ${sql.raw(expression)}() as at`.execute(on)).rows[0]?.at;
  await sql`create table words (word text)`.execute(db);

  await db.transaction().execute(async (writing) => {
    const began = await timeOf(writing, 'now');
    const read = await timeOf(db, 'clock_timestamp');
    expect(Number(await selectSettledTime(db))).toBeGreaterThanOrEqual(Number(read));
    await sql`insert into words values ('late')`.execute(writing);
    expect(await selectSettledTime(db)).toEqual(began);
  });

  const committed = await timeOf(db, 'clock_timestamp');
  expect(Number(await selectSettledTime(db))).toBeGreaterThanOrEqual(Number(committed));
  await db.destroy();
  await database.drop();
});
