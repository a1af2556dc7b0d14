import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { RawHttp } from '../generator/raw-http.ts';
import type { Target } from '../target.ts';

/** The disk space of messages, including indexes. */
export interface Sizes {
  readonly byTable: readonly (readonly [table: string, bytes: number])[];
  readonly all: number;
  /** On average. */
  readonly letters: number;
}

const groups = 20;
const groupSize = 25;
const atOnce = 20;
const searchableWithin = 120_000;
/** The size of the vocabulary; a few words are frequent, most of them rare. */
const vocabulary = 8000;

/** Sends realistic messages through the gateway, and compares the size of the database before and after. */
export async function bytesOfMessages(target: Target, count: number): Promise<Sizes> {
  if (!target.postgresUrl) throw new Error('this target keeps nothing');
  const people = await target.people(groups * groupSize);
  const chats = await target.openChats(
    Array.from({ length: groups }, (_, index) => people.slice(index * groupSize, (index + 1) * groupSize)),
  );
  const database = new pg.Client(target.postgresUrl);
  await database.connect();
  try {
    const before = await sizesOf(database);
    let letters = 0;
    let next = 0;
    const sender = async () => {
      const http = new RawHttp(target.places[0]!);
      for (let turn = next++; turn < count; turn = next++) {
        const text = sentence();
        letters += text.length;
        const [chat, person] = [turn % groups, turn % (groups * groupSize)];
        const member = people[chat * groupSize + (person % groupSize)]!;
        const body = { chatId: chats[chat], text, clientId: crypto.randomUUID() };
        const status = await http.post('/api/chat/send', member.token, JSON.stringify(body));
        if (status !== 201) throw new Error(`a send was answered ${status}`);
      }
      http.close();
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    await untilSearchable(database);
    const after = await sizesOf(database);
    const byTable = [...after].map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)] as const);
    return { byTable, all: byTable.reduce((sum, [, bytes]) => sum + bytes, 0), letters: letters / count };
  } finally {
    await database.end();
  }
}

/** From one word ("Amen") to some forty; a typical message is a short line. */
function sentence(): string {
  const words = Math.ceil(Math.exp(Math.random() * 2.2 + Math.random() * 1.5));
  return Array.from({ length: words }, word).join(' ');
}

function word(): string {
  const rank = Math.floor(vocabulary * Math.random() ** 4);
  // Of realistic length; frequent words are short.
  return (rank + 40).toString(36).padEnd(2 + Math.ceil(Math.log10(rank + 1) * 1.2), 'aeiorstn');
}

/** Waits for the search index, which follows a moment later. */
async function untilSearchable(database: pg.Client): Promise<void> {
  const end = Date.now() + searchableWithin;
  while (Date.now() < end) {
    const { rows } = await database.query<{ missing: string }>(`
      select count(*) as missing from chat.chats
      left join chat.searchable_up_to as done on done.chat_id = chats.id
      where coalesce(done.seq, 0) < chats.last_seq`);
    if (Number(rows[0]?.missing) === 0) return;
    await wait(250);
  }
  throw new Error('the messages did not become searchable');
}

/** Measured after a vacuum, which the database also does by itself now and then. */
async function sizesOf(database: pg.Client): Promise<Map<string, number>> {
  await database.query('vacuum');
  const { rows } = await database.query<{ name: string; bytes: string }>(`
    select schemaname || '.' || relname as name, pg_total_relation_size(relid) as bytes from pg_stat_user_tables`);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
