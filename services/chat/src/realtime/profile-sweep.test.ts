import type { Me } from '@koinonia/contracts/identity.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ nodes: 2, redisUrl: null });
});

afterAll(() => world.close());

const meOf = (uid: string, more: Partial<Me> = {}): Me => ({
  uid,
  displayName: 'Ruth',
  email: 'ruth@base.example',
  phone: '',
  photoURL: '',
  role: 'member',
  theme: 'auto',
  groups: ['All Staff'],
  ...more,
});

/** Each node sweeps every 2.5 s; this is surely enough for three sweeps. */
const severalLooks = async () => {
  const looks = () => world.identity.calls.get('/internal/people/changes') ?? 0;
  const before = looks();
  await eventually(() => expect(looks()).toBeGreaterThan(before + 2 * world.nodes.length));
};

test('a change of which the bus told nothing reaches the person on every node, once, and the admins', async () => {
  const ruth = world.person();
  const admin = world.person({ admin: true });
  const sockets = await Promise.all([ruth.connect(0), ruth.connect(1)]);
  const admins = await admin.connect(1);
  const me = meOf(ruth.uid, { role: 'admin' });
  world.identity.change(me);
  for (const socket of sockets) await eventually(() => expect(socket.heard('userUpdated')).toEqual([me]));
  await eventually(() => expect(admins.heard('usersChanged')).toEqual([{}]));
  await severalLooks();
  for (const socket of sockets) expect(socket.heard('userUpdated')).toEqual([me]);
  expect(admins.heard('userUpdated')).toEqual([]);
});

test('a change of which the bus told is not told again', async () => {
  const ben = world.person();
  const socket = await ben.connect();
  const me = meOf(ben.uid, { displayName: 'Ben' });
  world.identity.change(me);
  for (const { bus } of world.nodes) await bus.publish('personUpdated', { me, changedAt: '9999-01-01T00:00:00.000Z' });
  await eventually(() => expect(socket.heard('userUpdated')).toEqual([me]));
  await severalLooks();
  expect(socket.heard('userUpdated')).toEqual([me]);
});

test('admins are told that something changed though identity did not answer just then', async () => {
  const [admin, ben] = [world.person({ admin: true }), world.person()];
  const socket = await admin.connect();
  world.identity.beAway(true);
  for (const { bus } of world.nodes) await bus.publish('usersChanged', {});
  // Asked later than who the admins are, and refused as that was.
  expect((await ben.open([admin])).status).toBe(503);
  world.identity.beAway(false);
  await eventually(() => expect(socket.heard('usersChanged')).toEqual([{}]));
});
