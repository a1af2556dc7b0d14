import type pg from 'pg';
import { firstPeople } from '../people/people.ts';
import { chanceFrom } from '../random.ts';
import type { DemoDatabase } from './demo-database.ts';
import { historyOf } from './history.ts';
import { planChats } from './plan.ts';
import { readPositions } from './reading.ts';
import { writeGroups, writeStaff } from './staff.ts';
import { prepareSearch, writeChat, writeMembers, writeSearch } from './write.ts';

export interface Seeding {
  /** The wanted number of people and messages. */
  readonly people: number;
  readonly messages: number;
  readonly domain: string;
  readonly now: Date;
}

/** How much was added. */
export interface Seeded {
  readonly people: number;
  readonly groups: number;
  readonly chats: number;
  readonly messages: number;
}

/**
 * Fills the database up to these numbers of demo people and messages, in new chats: all of it or nothing. Existing ones are
 * counted, and stay as they are.
 */
export async function seed(
  { client, issuer }: Pick<DemoDatabase, 'client' | 'issuer'>,
  wanted: Seeding,
): Promise<Seeded> {
  const { now } = wanted;
  await client.query('begin');
  try {
    // Another run at the same time would count the same, and both would add what is missing.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('seed of the demo', 0))`);
    const there = await countMessages(client);
    const chance = chanceFrom(there + 1);
    const people = firstPeople(wanted.people, wanted.domain);
    const staff = await writeStaff(client, people, { issuer, now, chance });
    const groups = await writeGroups(client, staff.members, chance);
    const messages = Math.max(0, wanted.messages - there);
    const taken = await directKeys(client);
    const chats = messages > 0 ? planChats({ people: staff.members, messages, now, taken }, chance) : [];
    await prepareSearch(client);
    const written = [];
    for (const chat of chats) {
      const history = historyOf(chat, chance);
      await writeChat(client, chat, history);
      written.push({ chat, readBy: readPositions(chat, history, chance) });
    }
    if (chats.length > 0) await writeSearch(client);
    await writeMembers(client, written);
    await client.query('commit');
    await client.query('analyze chat.messages, chat.memberships, chat.searchable, chat.reactions, identity.users');
    const said = chats.reduce((sum, { size }) => sum + size, 0);
    return { people: staff.added, groups, chats: chats.length, messages: said };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The number of messages, including those of people outside the demo. */
export async function countMessages(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from chat.messages');
  return rows[0]?.count ?? 0;
}

async function directKeys(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ direct_key: string }>(
    'select direct_key from chat.chats where direct_key is not null',
  );
  return new Set(rows.map(({ direct_key }) => direct_key));
}
