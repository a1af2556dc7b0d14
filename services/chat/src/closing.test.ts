import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdChat, untilWaiting } from './testing/locks.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 2 });
});
afterAll(() => world.close());

test('a node that closes answers what is under way, and ends soon after', async () => {
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  const holding = await world.db.startTransaction().execute();
  await holdChat(holding, id);

  const sent = ruth.send(id, 'Dinner at five', {}, 1);
  await untilWaiting(world.db);
  const closed = world.nodes[1]!.app.close();
  await holding.commit().execute();

  expect(await sent).toMatchObject({ status: 201 });
  // Its connection is one that the caller would keep for another minute.
  expect(await endOf(closed)).toBe('ended');
});

test('a node that closes waits for nobody who connected, but has sent nothing and answers nothing', async () => {
  const { app, url } = await world.startNode();
  const asked = get(`${url}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });
  await once(asked, 'upgrade');
  expect(await endOf(app.close())).toBe('ended');
});

const endOf = (closed: Promise<unknown>) =>
  Promise.race([closed.then(() => 'ended'), wait(20_000, 'open', { ref: false })]);
