import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from './database.ts';
import { createLog } from '../observing/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection whose query was given up is never used again', async () => {
  const url = new URL(database.url);
  // The server would end the statement itself after 4 s; here it keeps running, as on a frozen server.
  url.searchParams.set('query_timeout', '200');
  const db = createDatabase<unknown>({
    url: url.href,
    schema: 'public',
    log: createLog('silent', 'test'),
    connections: 1,
  });
  // On a busy machine this query, too, may take longer than that.
  const connectionId = () =>
    eventually(async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid);
  try {
    const before = await connectionId();
    await expect(sql`select pg_sleep(2)`.execute(db)).rejects.toThrow('Query read timeout');
    expect(await connectionId()).not.toBe(before);
  } finally {
    await db.destroy();
  }
});

test('no connection is used again that was open when the server wrote nothing any more', async () => {
  const db = createDatabase<unknown>({ url: database.url, schema: 'public', log: createLog('silent', 'test') });
  const name = new URL(database.url).pathname.slice(1);
  /** What its next connections are; this one writes in any case. */
  const becomes = (kind: 'standby' | 'primary') =>
    db.transaction().execute(async (trx) => {
      await sql`set transaction read write`.execute(trx);
      const setting = sql.lit(kind === 'standby' ? 'on' : 'off');
      await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${setting}`.execute(trx);
    });
  const write = sql`create table if not exists written ()`;
  try {
    await becomes('standby');
    const another = createDatabase<unknown>({ url: database.url, schema: 'public', log: createLog('silent', 'test') });
    onTestFinished(() => another.destroy());
    const read = () => sql`select pg_sleep(0.1)`.execute(another);
    await Promise.all([read(), read(), read()]);
    await expect(another.transaction().execute((trx) => write.execute(trx))).rejects.toThrow('read-only');
    await becomes('primary');
    await write.execute(another);
  } finally {
    await db.destroy();
  }
});
