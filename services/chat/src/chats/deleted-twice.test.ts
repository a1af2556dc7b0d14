import { expect, test } from 'vitest';
import { untilWaiting } from '../testing/locks.ts';
import { startWorld } from '../testing/world.ts';
import { hide } from './queries.ts';

test('who deletes a chat on two devices at once sees nothing again, whichever deletion waited for the other', async () => {
  const world = await startWorld({ redisUrl: null, patient: true });
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  await ben.send(id, 'One');
  const laptop = await world.db.startTransaction().execute();
  await laptop.updateTable('memberships').set({ hidden: false }).where('user_id', '=', ruth.uid).execute();

  const phone = ruth.call('DELETE', `/api/chat/${id}`);
  await untilWaiting(world.db);
  await ben.send(id, 'Two');
  await hide(laptop, ruth.uid, id);
  await laptop.commit().execute();

  expect(await phone).toMatchObject({ status: 204 });
  expect(await ruth.messages(id)).toEqual({ status: 200, body: [] });
  expect(await ruth.chats()).toEqual([]);
  await world.close();
});
