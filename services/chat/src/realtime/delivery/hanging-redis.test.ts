import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let link: FaultyLink;

beforeEach(async () => {
  link = await startFaultyLink(testStores().redisUrl);
  world = await startWorld({ nodes: 2, redisUrl: link.through(testStores().redisUrl), sweepEvery: 500 });
});
afterEach(async () => {
  link.mend();
  await world.close();
  await link.close();
});

test('who is removed learns of it within 5 s, however many new chats wait for Redis', async () => {
  const [ruth, ben, eva] = world.people(3);
  const { id } = (await ruth.open([ben, eva])).body;
  const [bens, evas] = await Promise.all([ben.connect(1), eva.connect(1)]);
  await Promise.all([bens.join([id]), evas.join([id])]);
  const newChats = () => bens.heard('chatCreated').filter((chat) => chat.id !== id);
  link.freeze();
  for (let opened = 0; opened < 15; opened += 1) await ruth.open([ben, world.person()]);
  await eventually(() => expect(newChats()).not.toEqual([]));
  await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
  await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]), { timeout: 5000 });
  await eventually(() => expect(bens.heard('chatHead').at(-1)).toMatchObject({ id }), { timeout: 5000 });
  await eventually(() => expect(newChats()).toHaveLength(15));
});
