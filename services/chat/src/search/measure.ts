import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { createDatabase, migrate } from '@koinonia/kit/stores/database.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { sql } from 'kysely';
import { migrations } from '../database/migrations/migrations.ts';
import type { ChatDatabase, ChatTables } from '../database/schema.ts';
import { insertSearchable } from './queries.ts';
import { search } from './service.ts';
import { indexOf } from './words.ts';

/*
 * Measures how long searches take among many messages, on a database of its own that it fills the first time:
 * node services/chat/src/search/measure.ts postgres://… 1000000
 */
const [url, count = '1000000'] = process.argv.slice(2);
if (!url) throw new Error('Please name an empty database.');
const messages = Number(count);
const say = (line: string) => process.stdout.write(`${line}\n`);

const chats = 400;
/**
 * Ruth is in most chats, Eva in two, Tom in some where a word that is common elsewhere never occurs; Nora has just joined half
 * of them.
 */
const ruth = '00000000-0000-7000-8000-000000000001';
const eva = '00000000-0000-7000-8000-000000000002';
const tom = '00000000-0000-7000-8000-000000000003';
const nora = '00000000-0000-7000-8000-000000000004';
const rounds = 20;
const atOnce = 20_000;

const log = createLog('warn', 'chat');
const options = { url, schema: 'chat', log };
await migrate({ ...options, migrations });
const db = createDatabase<ChatTables>(options);
const isFilled = await db.selectFrom('searchable').select('id').limit(1).executeTakeFirst();
if (!isFilled) {
  await db.connection().execute(seed);
  await index();
  await sql`vacuum analyze`.execute(db);
}
for (const q of [
  'word3',
  'word3 word7 word9',
  'word4321',
  'word49',
  'nowhere',
  'wo',
  'ol',
  'word4321 w',
  'nowhere w',
  '祈祷会',
  '祈',
  '会',
  'ประชุม',
  'молитва',
  'صلاة',
])
  await measure(`in 300 chats: ${q}`, ruth, { q });
for (const q of ['word3', 'nowhere', '祈祷会', 'oldword']) await measure(`in 2 chats: ${q}`, eva, { q });
for (const q of ['usual', 'elsewhere', 'word3', 'word3 usual', 'nowhere', '祈祷会'])
  await measure(`in 40 chats: ${q}`, tom, { q });
await measure('in 300 chats, only in others: elsewhere', ruth, { q: 'elsewhere' });
await measure('in 300 chats, a third of all: usual', ruth, { q: 'usual' });
await measure('in 300 chats, one of them: word3', ruth, { q: 'word3', chat: await oneOf(ruth) });
await measure('only in the oldest tenth: oldword', ruth, { q: 'oldword' });
await measure('bounded by time: word3', ruth, { q: 'word3', to: '2021-01-01T00:00:00.000Z' });
await measure('in 40 chats, bounded by time: word3', tom, { q: 'word3', to: '2021-01-01T00:00:00.000Z' });
await measure('of the last 50 days: word3', ruth, { q: 'word3', from: '2023-09-01T00:00:00.000Z' });
await measure('of the last 50 days, none: oldword', ruth, { q: 'oldword', from: '2023-09-01T00:00:00.000Z' });
await measure('of more than three years, none: oldword', ruth, { q: 'oldword', from: '2020-06-01T00:00:00.000Z' });
await measure('in 200 chats, just joined: word3', nora, { q: 'word3' });
await measure('bounded by sender: word30', ruth, { q: 'word30', sender: eva });
await db.destroy();

/** Words as people use them: a few often, most of them rarely; one message in eighty in each of four other languages. */
async function seed(connection: ChatDatabase): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(connection);
  await run(
    `create temporary table place as select n, gen_random_uuid() as id from generate_series(0, ${chats - 1}) as n`,
  );
  await run(`insert into chats (id, is_group, last_seq, last_message_at)
    select id, true, ${messages / chats}, now() from place`);
  await run(`insert into memberships (chat_id, user_id) select id, '${ruth}' from place where n < 300`);
  await run(`insert into memberships (chat_id, user_id) select id, '${eva}' from place where n < 2`);
  await run(`insert into memberships (chat_id, user_id) select id, '${tom}' from place where n between 300 and 339`);
  await run(`insert into memberships (chat_id, user_id, visible_after_seq)
    select id, '${nora}', ${messages / chats - 1} from place where n < 200`);
  for (let from = 0; from < messages; from += atOnce) {
    await run(`insert into messages (id, chat_id, seq, sender_id, text, created_at)
      select gen_random_uuid(), place.id, given.n / ${chats} + 1,
        case when given.n % 7 = 0 then '${eva}'::uuid else '${ruth}' end,
        (select string_agg('word' || floor(5000 * power(random() + (given.n + word) * 0, 4)), ' ') from generate_series(1, 10) as word)
          || case given.n % 80 when 0 then ' 明日の朝に祈祷会があります' when 20 then ' พรุ่งนี้เช้ามีประชุมอธิษฐาน'
            when 40 then ' Молитва в воскресенье' when 60 then ' صلاة الجماعة' else '' end
          || case when given.n < ${messages / 10} then ' oldword' else '' end
          || case when place.n < 300 and given.n % 3 = 0 then ' usual' else '' end
          || case when place.n >= 340 then ' elsewhere' else '' end,
        timestamptz '2020-01-01' + given.n * interval '2 minutes'
      from generate_series(${from}, ${from + atOnce - 1}) as given(n) join place on place.n = given.n % ${chats}`);
  }
}

async function oneOf(uid: string): Promise<string> {
  const rows = db.selectFrom('memberships').select('chat_id').where('user_id', '=', uid).limit(1);
  return (await rows.executeTakeFirstOrThrow()).chat_id;
}

/** In the order of time, as the indexer writes them day by day. */
async function index(): Promise<void> {
  const begun = Date.now();
  const ids = (await db.selectFrom('chats').select('id').execute()).map(({ id }) => id);
  const ofEach = 10;
  for (let after = 0; after < messages / chats; after += ofEach) {
    const said = await db
      .selectFrom('messages')
      .select(['chat_id', 'seq', 'sender_id', 'text'])
      .where('chat_id', '=', anyOf(ids))
      .where('seq', '>', after)
      .where('seq', '<=', after + ofEach)
      .orderBy('created_at')
      .execute();
    const rows = said.map(({ chat_id, seq, sender_id, text }) => ({
      chat_id,
      seq,
      words: indexOf({ senderId: sender_id, text }),
    }));
    await insertSearchable(db, rows);
  }
  say(`${messages} messages made searchable in ${Math.round((Date.now() - begun) / 1000)} s`);
}

async function measure(
  what: string,
  uid: string,
  asked: { q: string; from?: string; to?: string; sender?: string; chat?: string },
): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    found = (await search(db, uid, { ...asked, limit: 20 })).messages.length;
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const ms = (place: number) => Math.round(times[place] ?? 0);
  say(`${what}: ${found} found, median ${ms(rounds / 2)} ms, longest ${ms(rounds - 1)} ms`);
}
