import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertChat } from '../chats/queries.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { createChatDatabase, openDatabase } from '../testing/database.ts';
import { insertSearchable } from './queries.ts';
import { search } from './service.ts';
import { indexOf } from './words.ts';

/** Limits as small as a test needs; beyond them, the index is used. */
const limits = { fewPositions: 10, newestFirst: 6 };
const [ruth, ben] = [randomUUID(), randomUUID()];
const [mine, theirs] = [randomUUID(), randomUUID()];

let database: Awaited<ReturnType<typeof createChatDatabase>>;
let db: ChatDatabase;
/** With one connection, because each counts for itself what it reads. */
let counted: ChatDatabase;

beforeAll(async () => {
  database = await createChatDatabase();
  ({ db } = database);
  counted = openDatabase(database.url, 1);
  const group = { is_group: true, name: null, direct_key: null };
  await insertChat(db, { ...group, id: mine }, [ruth, ben]);
  await insertChat(db, { ...group, id: theirs }, [ben]);
  for (let seq = 1; seq <= 20; seq += 1) {
    await say(mine, seq, `common ${seq}${seq <= 3 ? ' early' : ''}${seq === 20 ? ' late' : ''}`);
    await say(theirs, seq, 'common early late');
  }
  await db.updateTable('chats').set({ last_seq: 20 }).execute();
});
afterAll(async () => {
  await counted.destroy();
  await database.close();
});

async function say(chatId: string, seq: number, text: string): Promise<void> {
  const message = { id: randomUUID(), chat_id: chatId, seq, sender_id: ben, text, created_at: new Date(seq * 1000) };
  await db.insertInto('messages').values(message).execute();
  await insertSearchable(db, [{ chat_id: chatId, seq, words: indexOf({ senderId: ben, text }) }]);
}

const find = async (q: string, more: { before?: number; limit?: number; sender?: string } = {}) => {
  const { messages, next } = await search(db, ruth, { q, limit: 20, ...more }, limits);
  return { seqs: messages.map(({ seq }) => seq), next };
};

test('a word of the newest messages is found there', async () => {
  expect((await find('common', { limit: 2 })).seqs).toEqual([20, 19]);
});

test('what the newest do not hold is found by the index, newest first, and nothing of others', async () => {
  expect((await find('early')).seqs).toEqual([3, 2, 1]);
  expect((await find('common')).seqs).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
  expect((await find('late')).seqs).toEqual([20]);
  expect((await find('early c')).seqs).toEqual([3, 2, 1]);
  expect((await find('ea')).seqs).toEqual([3, 2, 1]);
  expect((await find('early x')).seqs).toEqual([]);
  expect((await find('common', { sender: ruth })).seqs).toEqual([]);
});

test('pages follow one another across both', async () => {
  const seqs: number[] = [];
  let before: number | null | undefined;
  while (before !== null) {
    const page = await find('common', { limit: 7, ...(before !== undefined && { before }) });
    seqs.push(...page.seqs);
    before = page.next;
  }
  expect(seqs).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
});

test('what is before a moment is found, though a chat that was far behind has later places', async () => {
  const [lately, behind] = [randomUUID(), randomUUID()];
  const eva = randomUUID();
  const day = 86_400_000;
  const count = 1500;
  for (const [id, from] of [[lately, 10 * day] as const, [behind, day] as const]) {
    await insertChat(db, { is_group: true, name: null, direct_key: null, id }, [eva]);
    const said = Array.from({ length: count }, (_, index) => ({ chat_id: id, seq: index + 1, sender_id: eva }));
    const messages = said.map((one) => ({
      ...one,
      id: randomUUID(),
      text: 'Needle',
      created_at: new Date(from + one.seq * 1000),
    }));
    await db.insertInto('messages').values(messages).execute();
    await db.updateTable('chats').set({ last_seq: count }).where('id', '=', id).execute();
    await insertSearchable(
      db,
      said.map(({ chat_id, seq }) => ({ chat_id, seq, words: indexOf({ senderId: eva, text: 'Needle' }) })),
    );
  }
  const before = async (instant: number) => {
    const to = new Date(instant).toISOString();
    const { messages, next } = await search(db, eva, { q: 'needle', limit: 3, to }, limits);
    return { found: messages.map(({ chatId, seq }) => [chatId, seq]), more: next !== null };
  };
  expect(await before(5 * day)).toEqual({ found: [1500, 1499, 1498].map((seq) => [behind, seq]), more: true });
  expect(await before(day + 3000)).toEqual({ found: [2, 1].map((seq) => [behind, seq]), more: false });
  expect(await before(day)).toEqual({ found: [], more: false });
});

test('who sees few messages of a long chat, or looks for those of a short time, has no others read', async () => {
  const [id, eva, tom] = [randomUUID(), randomUUID(), randomUUID()];
  const count = 3000;
  await insertChat(db, { is_group: true, name: null, direct_key: null, id }, [eva, tom]);
  const said = Array.from({ length: count }, (_, index) => ({ chat_id: id, seq: index + 1, sender_id: eva }));
  const messages = said.map((one) => ({
    ...one,
    id: randomUUID(),
    text: 'Amen',
    created_at: new Date(one.seq * 1000),
  }));
  await db.insertInto('messages').values(messages).execute();
  await db.updateTable('chats').set({ last_seq: count }).where('id', '=', id).execute();
  const words = indexOf({ senderId: eva, text: 'Amen' });
  await insertSearchable(
    db,
    said.map(({ chat_id, seq }) => ({ chat_id, seq, words })),
  );
  const seen = { visible_after_seq: count - 3 };
  await db.updateTable('memberships').set(seen).where('chat_id', '=', id).where('user_id', '=', tom).execute();
  await sql`analyze searchable`.execute(db);

  const from = new Date((count - 2) * 1000).toISOString();
  for (const [uid, bounds] of [[tom, {}] as const, [eva, { from }] as const]) {
    const read = await rowsRead(async () => {
      const { messages: found, next } = await search(counted, uid, { q: 'amen', limit: 20, ...bounds }, limits);
      expect(found.map(({ seq }) => seq)).toEqual([count, count - 1, count - 2]);
      expect(next).toBeNull();
    });
    expect(read).toBeLessThan(count / 10);
  }
});

/** How many rows of `searchable` the work reads. */
async function rowsRead(work: () => Promise<void>): Promise<number> {
  const rowsSoFar = async () => {
    // Told at the end of a transaction.
    await sql`select pg_stat_force_next_flush()`.execute(counted);
    const read = sql<{ rows: number }>`
      select seq_tup_read + idx_tup_fetch as rows from pg_stat_user_tables where relname = 'searchable'`;
    return (await read.execute(counted)).rows[0]?.rows ?? 0;
  };
  const before = await rowsSoFar();
  await work();
  return (await rowsSoFar()) - before;
}

test('a page is full, though many messages hold only the pairs of what is looked for', async () => {
  const id = randomUUID();
  const tom = randomUUID();
  await insertChat(db, { is_group: true, name: null, direct_key: null, id }, [tom]);
  const textOf = (seq: number) => (seq % 40 === 1 ? '祈祷会' : '祷会と祈祷');
  const said = Array.from({ length: 120 }, (_, index) => ({ chat_id: id, seq: index + 1, text: textOf(index + 1) }));
  const messages = said.map((one) => ({ ...one, id: randomUUID(), sender_id: tom, created_at: new Date() }));
  await db.insertInto('messages').values(messages).execute();
  await db.updateTable('chats').set({ last_seq: 120 }).where('id', '=', id).execute();
  await insertSearchable(
    db,
    said.map(({ chat_id, seq, text }) => ({ chat_id, seq, words: indexOf({ senderId: tom, text }) })),
  );
  const pageBefore = async (before?: number) => {
    const more = before === undefined ? {} : { before };
    const page = await search(db, tom, { q: '祈祷会', limit: 2, ...more }, limits);
    return { seqs: page.messages.map(({ seq }) => seq), next: page.next };
  };
  const first = await pageBefore();
  expect(first.seqs).toEqual([81, 41]);
  expect(await pageBefore(first.next ?? undefined)).toEqual({ seqs: [1], next: null });
});
