import pg from 'pg';
import type { Target, TargetPerson } from '../target.ts';

const chats = 200;
const ofEach = 200;
const unreadOfEach = 10;
/** The other members in every fourth chat; all other chats have one. */
const othersInGroup = 19;
const atOnce = 50_000;

/**
 * Puts a person into 200 chats with others, one of which gets `messages` messages, and returns that chat's id. Writes straight
 * into the database, because through the gateway it would take an hour.
 */
export async function fillForReading(
  target: Target,
  reader: TargetPerson,
  others: readonly TargetPerson[],
  messages: number,
): Promise<string> {
  const database = new pg.Client(target.postgresUrl);
  await database.connect();
  try {
    await database.query('set search_path = chat');
    // Search is not measured here: the indexer of the product waits, and then finds nothing to do.
    await database.query(`select pg_advisory_lock(hashtext('koinonia chat search'))`);
    await fillChats(database, { reader, others, messages });
    await fillMessages(database, { others, messages });
    await database.query(
      `insert into searchable_up_to (chat_id, seq) select id, last_seq from chats
          on conflict (chat_id) do update set seq = excluded.seq`,
    );
    await database.query(`select pg_advisory_unlock(hashtext('koinonia chat search'))`);
    await database.query('vacuum analyze');
    const { rows } = await database.query('select id from places where n = 1');
    return (rows[0] as { id: string }).id;
  } finally {
    await database.end();
  }
}

interface Wanted {
  readonly reader: TargetPerson;
  readonly others: readonly TargetPerson[];
  /** The number of messages in the longest chat. */
  readonly messages: number;
}

/** The chats and their members; `places` numbers the chats from 1, the longest, and `people` the others. */
async function fillChats(database: pg.Client, { reader, others, messages }: Wanted): Promise<void> {
  await database.query(
    'create temporary table places as select n, gen_random_uuid() as id from generate_series(1, $1::int) as n',
    [chats],
  );
  await database.query(
    'create temporary table people as select n, id from unnest($1::uuid[]) with ordinality as p(id, n)',
    [others.map(({ uid }) => uid)],
  );
  await database.query(
    `insert into chats (id, is_group, name, last_seq, last_message_at)
        select id, true, 'A group of people ' || n, case n when 1 then $1::int else $2::int end, now() from places`,
    [messages, ofEach],
  );
  await database.query(
    `insert into memberships (chat_id, user_id, read_seq)
        select chats.id, $1, last_seq - $2::int from chats join places on places.id = chats.id`,
    [reader.uid, unreadOfEach],
  );
  await database.query(
    `insert into memberships (chat_id, user_id)
        select places.id, people.id from places
        join people on (people.n + places.n) % $1::int < case places.n % 4 when 1 then $2::int else 1 end`,
    [others.length, othersInGroup],
  );
}

async function fillMessages(database: pg.Client, { others, messages }: Omit<Wanted, 'reader'>): Promise<void> {
  for (let from = 1; from <= messages; from += atOnce) {
    await database.query(
      `insert into messages (id, chat_id, seq, sender_id, text, created_at)
          select gen_random_uuid(), places.id, said.n, people.id,
            'What people write in a line or so, message ' || said.n, timestamptz '2024-01-01' + said.n * interval '1 minute'
          from places
          cross join generate_series($1::int, least($2::int, case places.n when 1 then $3::int else $4::int end)) as said(n)
          join people on people.n = said.n % $5::int + 1`,
      [from, from + atOnce - 1, messages, ofEach, others.length],
    );
  }
}
