import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockCounter } from '../changes/counter.ts';
import { lockChat } from '../chats/queries.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Another node, which freezes before its transaction ends. */
const frozen = () => world.db.startTransaction().execute();

test('a node that freezes while it changes a chat holds up sends for less time than they wait', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await lockChat(await frozen(), id);

  const sent = await Promise.all([ruth.send(id, 'Dinner at five'), lea.send(elsewhere, 'Peace')]);
  expect(sent).toMatchObject([{ status: 201 }, { status: 201 }]);
});

test('nor does one that freezes while it reacts hold up replies, to whatever chat', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await ruth.send(id, 'Dinner at five');
  await lea.send(elsewhere, 'Peace');
  await lockCounter(await frozen(), id);

  const replies = [ben.send(id, 'Gladly', { replyTo: 1 }), ben.send(elsewhere, 'And to you', { replyTo: 1 })];
  expect(await Promise.all(replies)).toMatchObject([{ status: 201 }, { status: 201 }]);
});
