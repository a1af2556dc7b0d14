import { newId } from '@koinonia/kit/ids.ts';
import pg from 'pg';
import type { Target, TargetPerson } from '../target.ts';

/** A group: its members and its id. */
export interface Group {
  readonly id: string;
  readonly members: readonly TargetPerson[];
}

export interface Size {
  readonly people: number;
  readonly chats: number;
  readonly messages: number;
}

const groupSize = 10;

/**
 * Writes groups of ten with equal numbers of messages straight into the database. In one transaction: the services see
 * nothing until all of it is there, and its times are a day old, so that no service treats it as new.
 */
export async function fill(target: Target, { people: count, chats, messages }: Size): Promise<Group[]> {
  const groups = groupsAmong(await target.people(count), chats);
  const database = new pg.Client(target.postgresUrl);
  await database.connect();
  try {
    await database.query('begin');
    await database.query(`set local search_path = chat; set local maintenance_work_mem = '512MB'`);
    await insertGroups(database, groups);
    await withoutIndex(database, 'searchable_words', async () => {
      for (let seq = 1; seq <= messages / chats; seq += 1) await insertMessages(database, seq);
    });
    await moveHeads(database);
    await database.query('commit');
    await database.query('vacuum analyze');
    await database.query('checkpoint');
    return groups;
  } finally {
    await database.end();
  }
}

/** Everybody is in the same number of groups, with different people in each. */
function groupsAmong(people: readonly TargetPerson[], count: number): Group[] {
  const groups: Group[] = [];
  while (groups.length < count) {
    const inTurn = people
      .map((person) => ({ person, place: Math.random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ person }) => person);
    for (let from = 0; from + groupSize <= inTurn.length && groups.length < count; from += groupSize) {
      groups.push({ id: newId(), members: inTurn.slice(from, from + groupSize) });
    }
  }
  return groups;
}

async function insertGroups(database: pg.Client, groups: readonly Group[]): Promise<void> {
  await database.query(
    `insert into chats (id, is_group, name)
      select id, true, 'A group of people ' || n from unnest($1::uuid[]) with ordinality as given (id, n)`,
    [groups.map(({ id }) => id)],
  );
  const places = groups.flatMap(({ id, members }) => members.map(({ uid }) => ({ id, uid })));
  await database.query(
    `insert into memberships (chat_id, user_id, joined_at, opened_at, changed_at)
      select chat_id, user_id, now() - interval '1 year', now() - interval '1 year', now() - interval '1 year'
      from unnest($1::uuid[], $2::uuid[]) as given (chat_id, user_id)`,
    [places.map(({ id }) => id), places.map(({ uid }) => uid)],
  );
}

/** Adds one message to each chat in turn, with its words: so a chat's messages are far apart, as in real use. */
async function insertMessages(database: pg.Client, seq: number): Promise<void> {
  await database.query(
    `with said as (
      insert into messages (id, chat_id, seq, sender_id, text, client_id, created_at)
      select uuidv7(), chats.id, $1::bigint, sender.user_id, sentence.text, gen_random_uuid()::text,
        now() - interval '1 day' - (1000 - $1::int) * interval '1 minute'
      from chats
      cross join lateral (
        select user_id from memberships where chat_id = chats.id order by user_id offset $1::int % $2::int limit 1
      ) as sender
      cross join lateral (
        -- A few words are said often, most of them seldom. Naming the chat makes it another sentence in each.
        select string_agg('word' || floor(8000 * power(random(), 4))::int, ' ') as text
        from generate_series(1, 5 + $1::int % 10) where chats.id is not null
      ) as sentence
      returning chat_id, seq, text
    )
    insert into searchable (chat_id, seq, words)
    select chat_id, seq, array_to_tsvector(string_to_array(text, ' ')) from said`,
    [seq, groupSize],
  );
}

async function moveHeads(database: pg.Client): Promise<void> {
  await database.query(`
    update chats set last_seq = said.last, last_message_at = said.at
    from (select chat_id, max(seq) as last, max(created_at) as at from messages group by chat_id) as said
    where said.chat_id = chats.id`);
  await database.query('update memberships set read_seq = last_seq from chats where chats.id = chat_id');
  await database.query('insert into searchable_up_to (chat_id, seq) select id, last_seq from chats');
}

/** Building an index in one go takes a tenth of the time of adding row by row. */
async function withoutIndex(database: pg.Client, name: string, act: () => Promise<void>): Promise<void> {
  const { rows } = await database.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where schemaname = $1 and indexname = $2',
    ['chat', name],
  );
  await database.query(`drop index ${name}`);
  await act();
  await database.query(rows[0]?.indexdef ?? '');
}
