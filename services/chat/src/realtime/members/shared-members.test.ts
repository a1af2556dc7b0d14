import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';
import { createSharedMembers } from './shared-members.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('everyone who opens a chat shares one set of its members, until they change', async () => {
  const [ruth, ben, lea, noah] = world.people(4);
  const { id } = (await ruth.open([ben, lea])).body;
  const membersOf = createSharedMembers(world.db);
  const first = await membersOf(id);
  expect(first).toEqual(new Set([ruth, ben, lea].map(({ uid }) => uid)));
  const others = await Promise.all([membersOf(id), membersOf(id)]);
  expect(others.map((one) => one === first)).toEqual([true, true]);

  await ruth.call('PATCH', `/api/chat/${id}`, { add: [noah.uid], remove: [lea.uid] });
  const changed = await membersOf(id);
  expect(changed).toEqual(new Set([ruth, ben, noah].map(({ uid }) => uid)));
  expect(first).toContain(lea.uid);
  expect(await membersOf(id)).toBe(changed);
});
