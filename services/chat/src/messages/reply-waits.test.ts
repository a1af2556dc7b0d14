import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockChat, removeMembers } from '../chats/queries.ts';
import { lockCounter } from '../changes/counter.ts';
import { openDatabase } from '../testing/open-database.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let db: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  world = await startWorld();
  db = openDatabase(world);
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});

const waitingLocks = sql`
  select from pg_locks
  where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
const untilWaiting = (count: number) =>
  expect.poll(async () => (await waitingLocks.execute(db)).rows).toHaveLength(count);

test('a reply that waits for a change of its chat holds up no other send', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await ruth.send(id, 'Dinner at five');
  await lockCounter(db, id);
  const changing = await db.startTransaction().execute();
  await lockCounter(changing, id);

  const reply = ben.send(id, 'Gladly', { replyTo: 1 });
  await untilWaiting(1);
  expect(await ruth.send(id, 'Or at six?')).toMatchObject({ status: 201, body: { seq: 2 } });
  expect(await lea.send(elsewhere, 'Peace')).toMatchObject({ status: 201, body: { seq: 1 } });

  await changing.commit().execute();
  expect(await reply).toMatchObject({ status: 201, body: { seq: 3, replyTo: { text: 'Dinner at five' } } });
});

test('a removal, a reply and a reaction in one chat do not wait in a circle', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben, lea])).body;
  const { body: said } = await ruth.send(id, 'Dinner at five');
  const removing = await db.startTransaction().execute();
  await lockChat(removing, id);

  const reply = ben.send(id, 'Gladly', { replyTo: said.seq });
  await untilWaiting(1);
  const reaction = lea.call('POST', '/api/chat/react', { chatId: id, messageId: said.id, emoji: '🎉' });
  await untilWaiting(2);
  await removeMembers(removing, id, [lea.uid]);
  await removing.commit().execute();

  expect(await reply).toMatchObject({ status: 201 });
  expect(await reaction).toMatchObject({ status: 404 });
});
