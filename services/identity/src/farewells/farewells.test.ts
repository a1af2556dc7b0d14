import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askAs, type Identity, known, startIdentity } from '../testing/identity.ts';
import { type Neighbours, startNeighbours } from '../testing/neighbours.ts';

let neighbours: Neighbours;
let identity: Identity;
let ruth: string;
let ben: string;
let stopGroups: () => Promise<unknown> = async () => {};
const soon = { timeout: 30_000, interval: 50 };

beforeAll(async () => {
  neighbours = await startNeighbours();
  identity = await startIdentity(neighbours.environment);
});

beforeEach(async () => {
  await identity.db.deleteFrom('users').execute();
  await identity.db.deleteFrom('farewells').execute();
  ruth = await known(identity, 'ruth');
  ben = await known(identity, 'ben');
  Object.assign(neighbours.kept, { forgotten: [], isAway: false, notDoneYet: 0 });
});

afterAll(async () => {
  await identity.stop();
  await stopGroups();
  await neighbours.stop();
});

const remove = () => askAs(ruth, identity, { method: 'DELETE', path: `/api/users/${ben}` });
const left = async () =>
  (await identity.db.selectFrom('farewells').select(['service', 'rounds']).orderBy('service').execute()).map(
    ({ service, rounds }) => `${service} ${rounds}`,
  );
/** Of what has this many rounds left: a node may have told some of it already. */
const makeDue = (rounds: number) =>
  identity.db
    .updateTable('farewells')
    .set({ due_at: new Date(0) })
    .where('rounds', '=', rounds)
    .execute();
const both = () => [`chat ${ben}`, `media ${ben}`];

/** Accepts connections and never answers. */
async function hangingNode() {
  const server = createServer(() => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => (server.closeAllConnections(), server.close()) };
}

describe('when somebody’s data is deleted', () => {
  test('every service is told at once, and again when what had begun before has ended', async () => {
    const kitchen = await identity.makeGroup(ruth, `Kitchen ${ben}`);
    await askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${ben}`, body: { groups: [`Kitchen ${ben}`] } });
    expect(await remove()).toMatchObject({ status: 204 });
    await eventually(async () => expect(await left()).toEqual(['chat 1', 'groups 1', 'media 1']), soon);
    expect([...neighbours.kept.forgotten].sort()).toEqual(both());
    await identity.changeGroup(ruth, kitchen, null);
    const { due_at: last } = await identity.db.selectFrom('farewells').select('due_at').executeTakeFirstOrThrow();
    expect(last.getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
    await makeDue(1);
    await eventually(async () => expect(await left()).toEqual([]), soon);
    expect([...neighbours.kept.forgotten].sort()).toEqual([...both(), ...both()].sort());
  });

  test('it is done here although the others are away, who hear of it when they are back', async () => {
    neighbours.kept.isAway = true;
    await identity.stopGroups();
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await askAs(ben, identity, { path: '/api/me' })).toMatchObject({ status: 403 });
    await eventually(async () => {
      const waits = await identity.db.selectFrom('farewells').selectAll().where('due_at', '>', new Date()).execute();
      expect(waits).toHaveLength(3);
    }, soon);
    const groups = await identity.startGroupsAgain();
    neighbours.kept.isAway = false;
    await makeDue(2);
    await eventually(async () => expect(await left()).toEqual(['chat 1', 'groups 1', 'media 1']), soon);
    expect([...neighbours.kept.forgotten].sort()).toEqual(both());
    // They stay for the other tests.
    stopGroups = groups.stop;
  });

  test('a service that is not done yet is asked again, by any node, and nobody is told of who was not deleted', async () => {
    neighbours.kept.notDoneYet = 3;
    const second = await identity.build();
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await remove()).toMatchObject({ status: 404 });
    const chat = () => neighbours.kept.forgotten.filter((line) => line === `chat ${ben}`);
    await eventually(() => expect(chat()).toHaveLength(4), soon);
    await second.app.close();
    expect(neighbours.kept.forgotten.join()).not.toContain(ruth);
  });

  test('a service all of whose nodes hang is told later, and holds up no other', async () => {
    const hanging = await Promise.all([hangingNode(), hangingNode(), hangingNode()]);
    const chat = hanging.map(({ url }) => url).join();
    const waiting = await startIdentity({ ...neighbours.environment, CHAT_URL: chat });
    const [admin, member] = [await known(waiting, 'ruth'), await known(waiting, 'ben')];
    await askAs(admin, waiting, { method: 'DELETE', path: `/api/users/${member}` });
    const rows = () => waiting.db.selectFrom('farewells').select(['service', 'rounds']).orderBy('service');
    await eventually(async () => {
      const postponed = await rows().where('due_at', '>', new Date()).execute();
      expect(postponed.map(({ service, rounds: left }) => `${service} ${left}`)).toEqual([
        'chat 2',
        'groups 1',
        'media 1',
      ]);
    }, soon);
    await waiting.stop();
    for (const node of hanging) node.close();
  });
});
