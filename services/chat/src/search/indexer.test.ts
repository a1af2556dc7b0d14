import { randomUUID } from 'node:crypto';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { patientUrl } from '@koinonia/kit/testing/patient-url.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { insertChat } from '../chats/queries.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { createChatDatabase, openDatabase } from '../testing/database.ts';
import { untilWaiting } from '../testing/locks.ts';
import { startIndexer } from './indexer.ts';
import { selectUnsearchable } from './queries.ts';

const ruth = randomUUID();
const log = createLog('silent', 'chat');
const limits = { chats: 10, ofEach: 10, messages: 10 };

let database: Awaited<ReturnType<typeof createChatDatabase>>;
let db: ChatDatabase;

beforeAll(async () => {
  database = await createChatDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

/** A chat with one message, sent so many minutes ago. */
async function chatOf(minutesAgo: number): Promise<string> {
  const id = randomUUID();
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await insertChat(db, { id, is_group: true, name: null, direct_key: null }, [ruth]);
  const message = { id: randomUUID(), chat_id: id, seq: 1, sender_id: ruth, text: 'Amen', created_at: at };
  await db.insertInto('messages').values(message).execute();
  await db.updateTable('chats').set({ last_seq: 1, last_message_at: at }).where('id', '=', id).execute();
  return id;
}

const behind = async (lately: boolean) =>
  (await selectUnsearchable(db, { lately, limits }).execute()).map(({ chat_id }) => chat_id);

const searchable = async () =>
  (await db.selectFrom('searchable').select('chat_id').execute()).map(({ chat_id }) => chat_id);

test('what was left behind long ago is made searchable as well as what was said just now', async () => {
  const [old, fresh] = [await chatOf(60), await chatOf(0)];
  expect(await behind(true)).toEqual([fresh]);
  expect(await behind(false)).toEqual([old, fresh]);

  const indexer = startIndexer({ db, log });
  try {
    await eventually(async () => expect((await searchable()).toSorted()).toEqual([old, fresh].toSorted()));
    const next = await chatOf(0);
    await eventually(async () => expect(await searchable()).toContain(next));
  } finally {
    await indexer.close();
  }
  expect(await behind(false)).toEqual([]);
});

test('much is made searchable in many steps with few words each, and holds up nobody else', async () => {
  const id = await chatOf(0);
  const text = String.fromCodePoint(...Array.from({ length: 10_000 }, (_, index) => 0x4e00 + index));
  const at = new Date();
  const said = Array.from({ length: 8 }, (_, index) => ({ seq: index + 2, id: randomUUID(), chat_id: id, text }));
  const messages = said.map((each) => ({ ...each, sender_id: ruth, created_at: at }));
  await db.insertInto('messages').values(messages).execute();
  await db.updateTable('chats').set({ last_seq: 9, last_message_at: at }).where('id', '=', id).execute();
  const another = await chatOf(0);

  const indexer = startIndexer({ db, log });
  try {
    await eventually(async () => expect(await searchable()).toContain(another));
  } finally {
    await indexer.close();
  }
  const { rows } = await sql<{ words: number }>`
    select sum(length(words))::int as words from searchable where chat_id = ${id} group by xmin::text`.execute(db);
  expect(rows.reduce((sum, { words }) => sum + words, 0)).toBe(8 * 20_000 + 2);
  expect(Math.max(...rows.map(({ words }) => words))).toBeLessThan(40_000);
});

test('chats in which nothing was said lately are not even looked at', async () => {
  await sql`
    insert into chats (id, is_group, last_seq, last_message_at)
    select gen_random_uuid(), true, 1, now() - interval '1 day' from generate_series(1, 5000)`.execute(db);
  await sql`analyze chats`.execute(db);
  const rows = await selectUnsearchable(db, { lately: true, limits }).explain<{ 'QUERY PLAN': string }>('text');
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('chats_last_message_at');
  expect(plan).not.toContain('Seq Scan on chats');
});

test('a database that hangs does not hold up the end', async () => {
  const release = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`lock table searchable`.execute(trx);
    isLocked.resolve();
    await release.promise;
  });
  await isLocked.promise;
  await chatOf(0);
  const failed = vi.fn<() => void>();
  // Seeing it wait may take longer on a busy machine than the product waits.
  const patient = openDatabase(patientUrl(database.url));
  const indexer = startIndexer({ db: patient, log: Object.assign(createLog('silent', 'chat'), { warn: failed }) });
  await untilWaiting(db);
  await indexer.close();
  expect(failed).not.toHaveBeenCalled();
  release.resolve();
  await holding;
  await patient.destroy();
});
