import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeMembers } from '../chats/queries.ts';
import { ensureCounter } from '../changes/counter.ts';
import { holdChat, holdCounter, untilWaiting } from '../testing/locks.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('a reply that waits for a change of its chat holds up no other send', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const elsewhere = (await lea.open([ben])).body.id;
  await ruth.send(id, 'Dinner at five');
  await ensureCounter(world.db, id);
  const changing = await world.db.startTransaction().execute();
  await holdCounter(changing, id);

  const reply = ben.send(id, 'Gladly', { replyTo: 1 });
  await untilWaiting(world.db, 1);
  expect(await ruth.send(id, 'Or at six?')).toMatchObject({ status: 201, body: { seq: 2 } });
  expect(await lea.send(elsewhere, 'Peace')).toMatchObject({ status: 201, body: { seq: 1 } });

  await changing.commit().execute();
  expect(await reply).toMatchObject({ status: 201, body: { seq: 3, replyTo: { text: 'Dinner at five' } } });
});

test('a removal, a reply and a reaction in one chat do not wait in a circle', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben, lea])).body;
  const { body: said } = await ruth.send(id, 'Dinner at five');
  const removing = await world.db.startTransaction().execute();
  await holdChat(removing, id);

  const reply = ben.send(id, 'Gladly', { replyTo: said.seq });
  await untilWaiting(world.db, 1);
  const reaction = lea.call('POST', '/api/chat/react', { chatId: id, messageId: said.id, emoji: '🎉' });
  await untilWaiting(world.db, 2);
  await removeMembers(removing, id, [lea.uid]);
  await removing.commit().execute();

  expect(await reply).toMatchObject({ status: 201 });
  expect(await reaction).toMatchObject({ status: 404 });
});
