import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Role } from '@koinonia/contracts/identity.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { IdentityDatabase } from '../database/schema.ts';
import { askAs, askInternally, type Identity, known, startIdentity } from '../testing/identity.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { lockAdmins } from './queries.ts';

let identity: Identity;
let ruth: string;
let ben: string;

beforeAll(async () => {
  identity = await startIdentity({ ADMIN_EMAILS: 'ruth@base.example, Ada@Base.example' });
});

beforeEach(async () => {
  await identity.db.deleteFrom('users').execute();
  ruth = await known(identity, 'ruth');
  ben = await known(identity, 'ben');
});

afterAll(() => identity.stop());

const change = (by: string, uid: string, body: unknown, node: { url: string } = identity) =>
  askAs(by, node, { method: 'PATCH', path: `/api/users/${uid}`, body });
const meOf = async (uid: string) => (await askAs(uid, identity, { path: '/api/me' })).body;

describe('an admin', () => {
  test.each(Role.options)('can make somebody “%s”, and invite somebody as such', async (role) => {
    expect(await change(ruth, ben, { role })).toMatchObject({ status: 200, body: { role } });
    const body = { csv: `email,role\n${role}@base.example,${role}`, dryRun: false };
    expect(await askAs(ruth, identity, { method: 'POST', path: '/api/invitations', body })).toMatchObject({
      status: 200,
      body: { stored: true },
    });
  });

  test('makes an admin of a member, which the person hears at once', async () => {
    const updates = identity.heard('personUpdated');
    expect(await change(ruth, ben, { role: 'admin' })).toMatchObject({
      status: 200,
      body: { uid: ben, role: 'admin', active: true, groups: ['All Staff'] },
    });
    await eventually(() => expect(updates).toMatchObject([{ me: { uid: ben, role: 'admin' } }]));
    expect(await meOf(ben)).toMatchObject({ role: 'admin' });
  });

  test('who is demoted may do nothing more, from the next call on', async () => {
    await change(ruth, ben, { role: 'admin' });
    expect(await change(ben, ruth, { role: 'member' })).toMatchObject({ status: 200 });
    expect(await change(ruth, ben, { role: 'member' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(JSON.stringify((await askAs(ruth, identity, { path: '/api/users' })).body)).not.toContain('role');
  });

  test('stays demoted when they call with a token of the issuer again', async () => {
    await change(ruth, ben, { role: 'admin' });
    await change(ben, ruth, { role: 'member' });
    expect(await known(identity, 'ruth')).toBe(ruth);
    expect(await meOf(ruth)).toMatchObject({ role: 'member' });
  });

  test('cannot change their own role or access', async () => {
    expect(await change(ruth, ruth, { role: 'member' })).toMatchObject({ status: 403 });
    expect(await change(ruth, ruth, { role: 'admin' })).toMatchObject({ status: 403 });
    expect(await change(ruth, ruth, { active: false })).toMatchObject({ status: 403 });
  });

  test('is told what cannot be done', async () => {
    expect(await change(ruth, randomUUID(), { role: 'admin' })).toMatchObject({ status: 404 });
    for (const id of ['nobody', 'x'.repeat(200)]) {
      expect(await change(ruth, id, { role: 'admin' })).toMatchObject({ status: 404 });
    }
    expect(await change(ruth, ben, { role: 'owner' })).toMatchObject({ status: 400 });
    expect(await change(ruth, ben, { active: 'no' })).toMatchObject({ status: 400 });
    expect(await change(ruth, ben, { groups: ['Astronauts'], role: 'admin' })).toMatchObject({
      status: 400,
      body: { error: 'There is no group called “Astronauts”.' },
    });
    expect(await meOf(ben)).toMatchObject({ role: 'member' });
  });
});

test('a member changes nobody, and learns nothing of who exists', async () => {
  expect(await change(ben, ruth, { role: 'member' })).toMatchObject({ status: 403 });
  expect(await change(ben, ben, { role: 'admin' })).toMatchObject({ status: 403 });
  expect(await change(ben, randomUUID(), { role: 'admin' })).toMatchObject({ status: 403 });
});

test('while the groups service hangs, changes that wait for it keep nobody else waiting', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const lonely = await identity.build({ GROUPS_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  try {
    const nameOfBen = () => askAs(ruth, lonely, { path: `/api/user/${ben}` });
    const bodies = [{ role: 'admin' }, { groups: [] }, { removeFromGroups: [randomUUID()] }];
    const waiting = Array.from({ length: 12 }, (_, turn) =>
      askAs(ruth, lonely, { method: 'PATCH', path: `/api/users/${ben}`, body: bodies[turn % bodies.length] }),
    );
    let isWaiting = true;
    const changed = Promise.all(waiting).finally(() => (isWaiting = false));
    while (isWaiting) expect(await nameOfBen()).toMatchObject({ status: 200 });
    for (const answer of await changed) expect(answer).toMatchObject({ status: 503 });
    expect(await meOf(ben)).toMatchObject({ role: 'member' });
  } finally {
    await lonely.app.close();
    silent.close();
  }
});

test('two admins who demote each other at the same moment leave one admin', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [first, second] = await Promise.all([known(identity, 'ruth'), known(identity, 'ada')]);
    const answers = await Promise.all([
      change(first, second, { role: 'member' }),
      change(second, first, round % 2 === 0 ? { role: 'member' } : { active: false }),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, expect.toSatisfy((status) => status === 403 || status === 409)]);
    const loser = answers[0].status === 200 ? second : first;
    const winner = loser === first ? second : first;
    expect(await meOf(winner)).toMatchObject({ role: 'admin' });
    await change(winner, loser, { role: 'admin', active: true });
  }
});

describe('somebody who is deactivated', () => {
  test('is refused at once with words of their own, and may come back', async () => {
    const ended = identity.heard('accessEnded');
    expect(await change(ruth, ben, { active: false })).toMatchObject({ status: 200, body: { active: false } });
    await eventually(() => expect(ended).toEqual([{ sessions: [], people: [ben] }]));
    expect(await askAs(ben, identity, { path: '/api/me' })).toMatchObject({
      status: 403,
      body: { code: 'account_deactivated' },
    });
    const check = await askInternally(identity, '/internal/access/check', { sessions: [], people: [ben, ruth] });
    expect(check.body).toEqual({ endedSessions: [], inactivePeople: [ben] });

    await change(ruth, ben, { active: true });
    expect(await meOf(ben)).toMatchObject({ uid: ben });
  });

  test('is gone from the list of members and still there for admins and by name', async () => {
    await change(ruth, ben, { active: false });
    const ada = await known(identity, 'ada');
    await change(ruth, ada, { role: 'member' });
    expect(JSON.stringify((await askAs(ada, identity, { path: '/api/users' })).body)).not.toContain(ben);
    expect((await askAs(ruth, identity, { path: '/api/users' })).body).toContainEqual(
      expect.objectContaining({ uid: ben, active: false }),
    );
    expect(await askAs(ada, identity, { path: `/api/user/${ben}` })).toMatchObject({ status: 200 });
  });
});

describe('the groups of a person', () => {
  beforeAll(async () => {
    // A test before may have left her no admin.
    await identity.db.deleteFrom('users').execute();
    for (const name of ['Kitchen', 'Garden']) await identity.makeGroup(await known(identity, 'ruth'), name);
  });

  test("are changed by admins, who hear it as the person does; 'All Staff' stays whether named or not", async () => {
    const updates = identity.heard('personUpdated');
    expect(await change(ruth, ben, { groups: ['kitchen', 'Garden'] })).toMatchObject({
      status: 200,
      body: { uid: ben, groups: ['All Staff', 'Garden', 'Kitchen'] },
    });
    await eventually(() =>
      expect(updates.at(-1)).toMatchObject({ me: { uid: ben, groups: ['All Staff', 'Garden', 'Kitchen'] } }),
    );
    expect(await meOf(ben)).toMatchObject({ groups: ['All Staff', 'Garden', 'Kitchen'] });
    expect(await change(ruth, ben, { groups: ['All Staff'] })).toMatchObject({ body: { groups: ['All Staff'] } });
  });

  test('are added to and taken from without touching what another admin changed meanwhile', async () => {
    const ids = await Promise.all(['Boats', 'Music'].map((name) => identity.makeGroup(ruth, name)));
    await change(ruth, ben, { groups: ['Garden'] });
    const ada = await known(identity, 'ada');
    const answers = await Promise.all([
      change(ruth, ben, { addToGroups: [ids[0]] }),
      change(ada, ben, { addToGroups: [ids[1]] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await meOf(ben)).toMatchObject({ groups: ['All Staff', 'Boats', 'Garden', 'Music'] });
    expect(await change(ruth, ben, { removeFromGroups: ids })).toMatchObject({
      body: { groups: ['All Staff', 'Garden'] },
    });
    expect(await change(ruth, ben, { addToGroups: [randomUUID()] })).toMatchObject({ status: 400 });
    expect(await change(ruth, ben, { groups: [], removeFromGroups: ids })).toMatchObject({ status: 400 });
    expect(await change(ben, ben, { addToGroups: ids })).toMatchObject({ status: 403 });
  });

  test('are not both added to and taken from the same', async () => {
    const [one, other] = await Promise.all(['Lamps', 'Chairs'].map((name) => identity.makeGroup(ruth, name)));
    const body = { addToGroups: [other, one], removeFromGroups: [one] };
    expect(await change(ruth, ben, body)).toMatchObject({
      status: 400,
      body: { error: 'A group cannot be added and removed at once.' },
    });
    expect(await meOf(ben)).toMatchObject({ groups: ['All Staff'] });
  });

  test('are read however many and long their names and ids are', async () => {
    const names = Array.from({ length: 500 }, (_, number) => `${number} ${'🌱'.repeat(96)}`);
    expect(await change(ruth, ben, { groups: names })).toMatchObject({
      status: 400,
      body: { error: `There is no group called “${names[0]}”.` },
    });
    const ids = (end: string) => Array.from({ length: 500 }, (_, number) => String(number).padEnd(128, end));
    expect(await change(ruth, ben, { addToGroups: ids('x'), removeFromGroups: ids('y') })).toMatchObject({
      status: 400,
      body: { error: 'One of these groups was just deleted.' },
    });
  });

  test('change together with the role or not at all', async () => {
    expect(await change(ruth, ben, { groups: ['Garden', 'Astronauts'], role: 'admin' })).toMatchObject({ status: 400 });
    expect(await meOf(ben)).toMatchObject({ role: 'member', groups: ['All Staff'] });
    expect(await change(ruth, ben, { groups: ['Garden'], role: 'admin' })).toMatchObject({
      body: { role: 'admin', groups: ['All Staff', 'Garden'] },
    });
  });

  test('may be one’s own', async () => {
    expect(await change(ruth, ruth, { groups: ['Garden'] })).toMatchObject({ status: 200 });
  });

  test('are nothing that a member or a demoted admin changes', async () => {
    expect(await change(ben, ben, { groups: ['Garden'] })).toMatchObject({ status: 403 });
    const ada = await known(identity, 'ada');
    await change(ruth, ada, { role: 'member' });
    expect(await change(ada, ben, { groups: ['Garden'] })).toMatchObject({ status: 403 });
    expect(await change(ruth, randomUUID(), { groups: ['Garden'] })).toMatchObject({ status: 404 });
    expect(await change(ruth, ben, { groups: 'Garden' })).toMatchObject({ status: 400 });
  });

  const lockBen = (trx: IdentityDatabase) =>
    trx.selectFrom('users').select('id').where('id', '=', ben).forUpdate().executeTakeFirst();
  const makeAdmin = (node: { url: string }) => change(ruth, ben, { role: 'admin' }, node);
  const nameThemselves = (node: { url: string }) =>
    askAs(ben, node, { method: 'POST', path: '/api/update-profile', body: { displayName: 'Benjamin' } });

  test.each([
    ['an admin’s change', lockAdmins, makeAdmin],
    ['their own change', lockBen, nameThemselves],
  ])('are told as they are when %s is made, though it had to wait', async (_, lock, make) => {
    const id = await identity.makeGroup(ruth, 'Bakery');
    await change(ruth, ben, { groups: ['Bakery'] });
    const updates = identity.heard('personUpdated');
    const patient = await identity.buildPatient();
    onTestFinished(() => patient.app.close());
    let made!: ReturnType<typeof make>;
    await identity.db.transaction().execute(async (trx) => {
      await lock(trx);
      made = make(patient);
      await eventually(async () => expect(await waitingForLocks(identity.db)).toBeGreaterThan(0));
      await identity.changeGroup(ruth, id, 'Bakers');
    });
    expect(await made).toMatchObject({ status: 200, body: { groups: ['All Staff', 'Bakers'] } });
    const told = updates.filter(({ me }) => me.role === 'admin' || me.displayName === 'Benjamin');
    expect(told).not.toEqual([]);
    for (const { me } of told) expect(me.groups).toEqual(['All Staff', 'Bakers']);
    await identity.changeGroup(ruth, id, null);
  });

  test('follow a group that is renamed or deleted, live', async () => {
    const id = await identity.makeGroup(ruth, 'Choir');
    await change(ruth, ben, { groups: ['Choir'] });
    const updates = identity.heard('personUpdated');
    await identity.changeGroup(ruth, id, 'Singers');
    await eventually(() =>
      expect(updates.at(-1)).toMatchObject({ me: { uid: ben, groups: ['All Staff', 'Singers'] } }),
    );
    await identity.changeGroup(ruth, id, null);
    await eventually(() => expect(updates.at(-1)).toMatchObject({ me: { uid: ben, groups: ['All Staff'] } }));
  });
});
