import { testStores } from '@koinonia/kit/testing/stores.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockCounter } from '../changes/counter.ts';
import { lockChat } from '../chats/queries.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { openDatabase } from '../testing/database.ts';
import { type Person, startWorld, textsOf, type World } from '../testing/world.ts';
import { sendPatience } from './send.ts';

let world: World;
let asOpened: ChatDatabase;
beforeAll(async () => {
  // However busy this machine is, a send here outwaits whoever holds it up.
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

/** On a busy machine, a message may be stored after its sender has stopped waiting. */
async function isStored(sent: Promise<{ status: number }>, reader: Person, chatId: string, text: string) {
  expect([201, 503]).toContain((await sent).status);
  await expect.poll(async () => textsOf((await reader.messages(chatId)).body)).toContain(text);
}

test('a node that freezes while it changes a chat holds up sends for less time than they wait', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await frozenWith((trx) => lockChat(trx, id));

  const [dinner, peace] = [ruth.send(id, 'Dinner at five'), lea.send(elsewhere, 'Peace')];
  await isStored(dinner, ben, id, 'Dinner at five');
  await isStored(peace, ben, elsewhere, 'Peace');
});

test('a node that freezes while it reacts holds up replies, to whatever chat, for less time than they wait', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await ruth.send(id, 'Dinner at five');
  await lea.send(elsewhere, 'Peace');
  await frozenWith((trx) => lockCounter(trx, id));

  const gladly = ben.send(id, 'Gladly', { replyTo: 1 });
  const too = ben.send(elsewhere, 'And to you', { replyTo: 1 });
  await isStored(gladly, ben, id, 'Gladly');
  await isStored(too, ben, elsewhere, 'And to you');
});
