import { headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdChat, untilWaiting } from '../testing/locks.ts';
import { type Person, startWorld, type World } from '../testing/world.ts';
import { removeMembers } from './queries.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const rename = async (person: Person, chatId: string) =>
  (await person.call('PATCH', `/api/chat/${chatId}`, { name: 'Mine' })).status;

/** As media tells it, once it has the picture. */
async function changePicture(person: Person, chatId: string) {
  const { status } = await fetch(`${world.nodes[0]!.url}/internal/chats/${chatId}/picture`, {
    method: 'POST',
    headers: { ...(await headersOfProcess('chat')), 'content-type': 'application/json' },
    body: JSON.stringify({ uid: person.uid, photoURL: '/api/media/group-pictures/mine/256' }),
  });
  return status;
}

test.each([
  ['renames', rename],
  ['pictures', changePicture],
])('who is removed at the moment in which they change a group changes nothing more (%s)', async (_, change) => {
  const [ruth, ben, eva] = world.people(3);
  const { body: before } = await ruth.open([ben, eva]);
  let changed!: Promise<number>;
  await world.db.transaction().execute(async (trx) => {
    await holdChat(trx, before.id);
    changed = change(eva, before.id);
    await untilWaiting(world.db);
    await removeMembers(trx, before.id, [eva.uid]);
  });
  expect(await changed).toBe(404);
  expect((await ruth.messages(before.id)).body).toEqual([]);
  const [after] = await ruth.chats();
  expect([after?.name, after?.photoURL]).toEqual([null, undefined]);
});
