import { testStores } from '@koinonia/kit/testing/stores.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockCounter } from '../changes/counter.ts';
import { lockChat } from '../chats/queries.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { openDatabase } from '../testing/database.ts';
import { startWorld, type World } from '../testing/world.ts';
import { sendPatience } from './send.ts';

let world: World;
let asOpened: ChatDatabase;
beforeAll(async () => {
  // On a busy machine, PostgreSQL may take longer than a second to end what is frozen.
  world = await startWorld({ patient: true });
  asOpened = openDatabase(testStores().postgresUrl);
});
afterAll(async () => {
  await asOpened.destroy();
  await world.close();
});

/** Ms. */
async function settingOf(db: ChatDatabase, name: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select setting::int as ms from pg_settings where name = ${name}`.execute(
    db,
  );
  return rows[0]!.ms;
}

/** Another node locks this, and freezes before its transaction ends. */
async function frozenWith(lock: (trx: ChatDatabase) => Promise<unknown>): Promise<void> {
  const trx = await world.db.startTransaction().execute();
  await lock(trx);
  const [ends, waits] = [
    await settingOf(trx, 'idle_in_transaction_session_timeout'),
    await settingOf(asOpened, 'lock_timeout'),
  ];
  // A second is left for PostgreSQL to end it.
  expect(ends).toBeGreaterThan(0);
  expect(ends + 1000).toBeLessThanOrEqual(Math.min(waits, sendPatience));
}

test('a node that freezes while it changes a chat holds up sends for less time than they wait', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await frozenWith((trx) => lockChat(trx, id));

  const sent = await Promise.all([ruth.send(id, 'Dinner at five'), lea.send(elsewhere, 'Peace')]);
  expect(sent).toMatchObject([{ status: 201 }, { status: 201 }]);
});

test('a node that freezes while it reacts holds up replies, to whatever chat, for less time than they wait', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await ruth.send(id, 'Dinner at five');
  await lea.send(elsewhere, 'Peace');
  await frozenWith((trx) => lockCounter(trx, id));

  const replies = [ben.send(id, 'Gladly', { replyTo: 1 }), ben.send(elsewhere, 'And to you', { replyTo: 1 })];
  expect(await Promise.all(replies)).toMatchObject([{ status: 201 }, { status: 201 }]);
});
