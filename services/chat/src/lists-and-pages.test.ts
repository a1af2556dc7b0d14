import { randomUUID } from 'node:crypto';
import { patientUrl } from '@koinonia/kit/testing/patient-url.ts';
import { type KyselyPlugin, type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatsOf } from './chats/service.ts';
import { chatsInSightOf } from './chats/views.ts';
import type { ChatDatabase } from './database/schema.ts';
import { type Page, pageQuery } from './messages/page.ts';
import { messagesFor } from './messages/service.ts';
import { createChatDatabase, openDatabase } from './testing/database.ts';

/** Enough that PostgreSQL prefers an index because it is better, not because a table is small. */
const messagesOfLargest = 30_000;
const chats = 200;
const ofEach = 30;
/** Statements may not take long. */
const atOnce = 2500;
const unreadOfEach = 7;
const [ruth, ben] = [randomUUID(), randomUUID()];

let database: Awaited<ReturnType<typeof createChatDatabase>>;
let db: ChatDatabase;
let largest = '';

beforeAll(async () => {
  database = await createChatDatabase();
  ({ db } = database);
  // Filling takes longer on a busy machine.
  await fill(patientUrl(database.url));
}, 120_000);
afterAll(() => database.close());

/** Ruth is in 200 chats, Ben in another 200; one of hers is very long. */
async function fill(url: string): Promise<void> {
  const filling = openDatabase(url);
  const run = (statement: string) => sql.raw(statement).execute(filling);
  await run(`insert into chats (id, is_group, last_seq, last_message_at)
    select gen_random_uuid(), true, case n when 1 then ${messagesOfLargest} else ${ofEach} end, now()
    from generate_series(1, ${chats * 2}) as n`);
  await run(`insert into memberships (chat_id, user_id) select id, '${ben}' from chats`);
  await run(`insert into memberships (chat_id, user_id, read_seq)
    select id, '${ruth}', last_seq - ${unreadOfEach} from chats order by last_seq desc limit ${chats}`);
  await run(`insert into memberships (chat_id, user_id)
    select id, gen_random_uuid() from chats, generate_series(1, 20)`);
  await run(`insert into attachments (url, about)
    select '/api/media/' || n, '{"name":"a.pdf","contentType":"application/pdf","size":1}'
    from generate_series(1, 3000) as n`);
  for (let from = 1; from <= messagesOfLargest; from += atOnce) {
    const to = from + atOnce - 1;
    await run(`insert into messages (id, chat_id, seq, sender_id, text, attachment_url, created_at, reply_to_seq,
        change_seq)
      select gen_random_uuid(), chats.id, n, case when n % 3 = 0 then '${ruth}' else '${ben}' end::uuid, 'Amen ' || n,
        case when n % 10 = 1 then '/api/media/' || (n / 10 + 1) end,
        timestamptz '2026-01-01' + n * interval '1 minute', case when n % 10 = 0 then n - 5 end,
        case when n % 5 = 0 then n / 5 else 0 end
      from chats, generate_series(${from}, least(chats.last_seq, ${to})) as n`);
    await run(`insert into reactions (message_id, user_id, emoji)
      select id, '${ben}', '🙏' from messages where seq between ${from} and ${to} and seq % 4 = 0`);
  }
  const { id } = await db
    .selectFrom('chats')
    .select('id')
    .orderBy('last_seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  largest = id;
  await run('vacuum analyze');
  await filling.destroy();
}

/** The number of database queries that an act makes. */
async function questionsOf(act: (counted: ChatDatabase) => Promise<unknown>): Promise<number> {
  let questions = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      questions += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await act(db.withPlugin(counter));
  return questions;
}

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

/** The steps that read tables, as PostgreSQL really runs them with the generic plan that it keeps. */
async function readingsOf(query: RawBuilder<unknown>) {
  const { sql: text, parameters } = query.compile(db);
  const given = sql.join(parameters.map((value) => sql.lit(value)));
  const plan = await db.connection().execute(async (connection) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    await sql`prepare asked as ${sql.raw(text)}`.execute(connection);
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Step }] }>`
      explain (analyze, format json) execute asked (${given})`.execute(connection);
    await sql`deallocate asked`.execute(connection);
    await sql`reset plan_cache_mode`.execute(connection);
    return rows[0];
  });
  const steps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(steps)];
  return steps(plan!['QUERY PLAN'][0].Plan)
    .filter((step) => step['Relation Name'] !== undefined || step['Node Type'].includes('Scan'))
    .map((step) => ({
      by: step['Node Type'],
      of: step['Relation Name'] ?? '',
      rows: (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
    }));
}

const rowsOf = (readings: Awaited<ReturnType<typeof readingsOf>>, table: string) =>
  readings.filter(({ of }) => of === table).reduce((sum, { rows }) => sum + rows, 0);

const wholeTables = (readings: Awaited<ReturnType<typeof readingsOf>>) =>
  readings.filter(({ by }) => by === 'Seq Scan');

describe('a page of a very long chat', () => {
  test.each<[string, Page]>([
    ['the newest', { limit: 50 }],
    ['far back', { limit: 50, before: 10_000 }],
    ['the first after a position', { limit: 50, after: 15_000 }],
    ['around a position', { limit: 50, around: 20_000 }],
    ['what changed', { limit: 50, changedAfter: 300 }],
  ])('%s: one question, by indexes, that reads no more than is asked for', async (_, page) => {
    expect(await messagesFor(db, ruth, largest, page)).toHaveLength(50);
    expect(await questionsOf((counted) => messagesFor(counted, ruth, largest, page))).toBe(1);

    const readings = await readingsOf(pageQuery({ uid: ruth, chatId: largest }, page));
    expect(wholeTables(readings)).toEqual([]);
    // The messages of the page itself, and the originals of its replies.
    expect(rowsOf(readings, 'messages')).toBeLessThanOrEqual(100);
    expect(rowsOf(readings, 'memberships')).toBe(1);
    expect(rowsOf(readings, 'reactions')).toBeLessThanOrEqual(50);
    expect(rowsOf(readings, 'attachments')).toBeLessThanOrEqual(50);
  });
});

test('the list of 200 chats: one question, by indexes, that reads what is in it and nothing else', async () => {
  const list = await chatsOf(db, ruth);
  expect(list).toHaveLength(chats);
  expect(list.every(({ unreadCount }) => unreadCount > 0 && unreadCount <= unreadOfEach)).toBe(true);
  expect(await questionsOf((counted) => chatsOf(counted, ruth))).toBe(1);

  const readings = await readingsOf(chatsInSightOf(ruth));
  // A table with some hundred chats may be scanned; tables that grow may not.
  expect(wholeTables(readings).filter(({ of }) => of !== 'chats' && of !== 'chat_changes')).toEqual([]);
  // The last message of each chat, and the unread ones: read at most twice for the count, and once for the mentions.
  expect(rowsOf(readings, 'messages')).toBeLessThanOrEqual(chats * (1 + 3 * unreadOfEach));
  expect(rowsOf(readings, 'memberships')).toBeLessThanOrEqual(chats * (1 + 22));
});
