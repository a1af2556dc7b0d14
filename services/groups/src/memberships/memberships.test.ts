import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockFor } from './queries.ts';
import { acting, type Groups, startGroups } from '../testing/groups.ts';

let groups: Groups;
let admin: string;

beforeAll(async () => {
  groups = await startGroups();
  admin = groups.admin();
  for (const name of ['Kitchen', 'Garden', 'Choir']) await groups.made(admin, name);
});

afterAll(() => groups.close());

const connections = () => promisify(groups.app.server.getConnections.bind(groups.app.server))();
const waitForLocks = async () =>
  (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(groups.db)).rows.length;
const set = (uid: string, names: unknown) => groups.set(uid, names, admin);
const namesOf = async (uids: string[]) => (await groups.askInternally('POST', '/internal/group-names', { uids })).body;
const namesOfOne = async (uid: string) => ((await namesOf([uid])) as [{ groups: string[] }])[0].groups;

test.each([
  ['POST', '/internal/group-names'],
  ['GET', `/internal/people/${randomUUID()}/memberships`],
  ['POST', `/internal/people/${randomUUID()}/groups`],
  ['PATCH', `/internal/people/${randomUUID()}/groups`],
  ['DELETE', `/internal/people/${randomUUID()}/groups`],
  ['POST', `/internal/people/${randomUUID()}/join`],
  ['POST', '/internal/groups/find'],
  ['POST', '/internal/groups/members'],
] as const)('%s %s is for our own processes alone', async (method, url) => {
  expect((await groups.app.inject({ method, url })).statusCode).toBe(401);
  const headers = await headersOf(admin, 'groups');
  expect((await groups.app.inject({ method, url, headers })).statusCode).toBe(403);
});

describe("the names of people's groups", () => {
  test('are refused for what is no list of ids', async () => {
    expect(await groups.askInternally('POST', '/internal/group-names', { uids: 'everyone' })).toMatchObject({
      status: 400,
    });
  });

  test("hold 'All Staff' for each person asked about", async () => {
    const uids = [randomUUID(), randomUUID(), 'an id of another form'];
    expect(await namesOf(uids)).toEqual(uids.map((uid) => ({ uid, groups: ['All Staff'] })));
  });

  test('can be asked for thousands at once', async () => {
    expect(await namesOf(Array.from({ length: 5000 }, () => randomUUID()))).toHaveLength(5000);
  });
});

test("a person's memberships are told with their dates, which stay when other groups change", async () => {
  const uid = randomUUID();
  const memberships = () => groups.askInternally('GET', `/internal/people/${uid}/memberships`);
  expect(await memberships()).toEqual({ status: 200, body: [] });
  await set(uid, ['Kitchen']);
  const since = new Date('2024-03-01T09:00:00.000Z');
  await sql`update groups.memberships set created_at = ${since} where person_id = ${uid}`.execute(groups.db);
  await set(uid, ['Kitchen', 'Choir']);
  expect(await memberships()).toMatchObject({
    body: [
      { group: 'Choir', since: expect.stringMatching(/^\d{4}-.*Z$/) },
      { group: 'Kitchen', since: since.toISOString() },
    ],
  });
});

describe("a person's groups", () => {
  test("are what they are set to, with 'All Staff' whether it is named or not", async () => {
    const uid = randomUUID();
    expect(await set(uid, ['  kitchen ', 'Choir'])).toEqual({
      status: 200,
      body: { groups: ['All Staff', 'Choir', 'Kitchen'] },
    });
    expect(await set(uid, ['All Staff', 'Garden', 'garden', 'Choir'])).toMatchObject({
      body: { groups: ['All Staff', 'Choir', 'Garden'] },
    });
    expect(await namesOfOne(uid)).toEqual(['All Staff', 'Choir', 'Garden']);
    expect(await set(uid, [])).toMatchObject({ body: { groups: ['All Staff'] } });
    await eventually(() =>
      expect(groups.reports.at(-1)).toMatchObject({
        people: [uid],
        act: {
          by: admin,
          act: 'person.groups',
          target: { kind: 'person', id: uid },
          before: { groups: ['All Staff', 'Choir', 'Garden'] },
          after: { groups: ['All Staff'] },
        },
      }),
    );
  });

  test('stay as they are when one name is unknown', async () => {
    const uid = randomUUID();
    await set(uid, ['Choir']);
    expect(await set(uid, ['Garden', 'Astronauts'])).toEqual({
      status: 400,
      body: { error: 'There is no group called “Astronauts”.', code: 'invalid' },
    });
    expect(await namesOfOne(uid)).toEqual(['All Staff', 'Choir']);
    expect(await set(uid, 'Garden')).toMatchObject({ status: 400 });
    expect(await set('nobody', ['Garden'])).toMatchObject({ status: 404 });
  });

  test('are one of two wishes when two come together, and each is recorded as it was', async () => {
    const uid = randomUUID();
    await Promise.all([set(uid, ['Garden']), set(uid, ['Choir', 'Kitchen'])]);
    expect([
      ['All Staff', 'Garden'],
      ['All Staff', 'Choir', 'Kitchen'],
    ]).toContainEqual(await namesOfOne(uid));
    const lines = () => groups.reports.filter(({ act }) => act?.target.id === uid);
    await eventually(() => expect(lines()).toHaveLength(2));
    expect(lines()[1]?.act?.before).toEqual(lines()[0]?.act?.after);
  });

  test('are added to by an invitation; what is gone by now is left out', async () => {
    const uid = randomUUID();
    const found = await groups.askInternally('POST', '/internal/groups/find', {
      names: ['CHOIR', 'Astronauts', 'all staff'],
      ids: ['no id', randomUUID()],
    });
    expect(found.body).toEqual([
      { asked: 'CHOIR', id: expect.any(String), name: 'Choir' },
      { asked: 'all staff', id: expect.any(String), name: 'All Staff' },
    ]);
    const groupIds = [...(found.body as { id: string }[]).map(({ id }) => id), randomUUID()];
    const join = { by: admin, ...acting, groupIds };
    for (let time = 0; time < 2; time += 1) {
      expect(await groups.askInternally('POST', `/internal/people/${uid}/join`, join)).toMatchObject({ status: 204 });
    }
    expect(await namesOfOne(uid)).toEqual(['All Staff', 'Choir']);
    const members = async (name: string) =>
      (await groups.askInternally('POST', '/internal/groups/members', { name })).body;
    expect(await members('choir')).toMatchObject({ everyone: false, uids: expect.arrayContaining([uid]) });
    expect(await members('All Staff')).toEqual({ everyone: true, uids: [] });
    expect(await members('Astronauts')).toEqual({ everyone: false, uids: [] });
  });

  test('are those that there are: of two of one name, not the one that was deleted', async () => {
    const [before, since] = [randomUUID(), randomUUID()];
    const deleted = await groups.made(admin, 'Boats');
    await set(before, ['Boats']);
    await groups.ask(admin, 'DELETE', `/api/groups/${deleted.id}`);
    const members = async () =>
      (await groups.askInternally('POST', '/internal/groups/members', { name: 'boats' })).body;
    const found = async () =>
      (await groups.askInternally('POST', '/internal/groups/find', { names: ['Boats'], ids: [deleted.id] })).body;
    expect(await set(since, ['Boats'])).toMatchObject({ status: 400 });
    expect([await members(), await found()]).toEqual([{ everyone: false, uids: [] }, []]);
    const anew = await groups.made(admin, 'Boats');
    expect(await set(since, ['Boats'])).toMatchObject({ status: 200, body: { groups: ['All Staff', 'Boats'] } });
    expect(await members()).toEqual({ everyone: false, uids: [since] });
    expect(await found()).toEqual([{ asked: 'Boats', id: anew.id, name: 'Boats' }]);
    expect(await namesOfOne(before)).toEqual(['All Staff']);
  });

  test('are none any more when they are taken out of all', async () => {
    const uid = randomUUID();
    await set(uid, ['Choir', 'Garden']);
    expect(await groups.askInternally('DELETE', `/internal/people/${uid}/groups`)).toMatchObject({ status: 204 });
    expect(await namesOfOne(uid)).toEqual(['All Staff']);
  });
});

test('a change that waited for longer than its caller is not made any more', async () => {
  const uid = randomUUID();
  const [called, address] = [new AbortController(), await groups.app.listen({ host: '127.0.0.1', port: 0 })];
  await groups.db.transaction().execute(async (trx) => {
    await lockFor(trx, uid, []);
    const asked = fetch(`${address}/internal/people/${uid}/groups`, {
      method: 'POST',
      headers: { ...(await headersOfProcess('groups')), 'content-type': 'application/json' },
      body: JSON.stringify({ groups: ['Kitchen'], by: admin, ...acting }),
      signal: called.signal,
    });
    await expect.poll(waitForLocks).toBe(1);
    called.abort();
    await expect(asked).rejects.toThrow('aborted');
    await expect.poll(connections).toBe(0);
  });
  // Whoever asks for the lock now gets it when the change is over.
  await groups.db.transaction().execute((trx) => lockFor(trx, uid, []));
  expect(await namesOfOne(uid)).toEqual(['All Staff']);
});

describe("what is added to and taken from a person's groups", () => {
  const adjust = (uid: string, add: string[], remove: string[]) =>
    groups.askInternally('PATCH', `/internal/people/${uid}/groups`, { add, remove, by: admin, ...acting });
  const idOf = async (name: string) => {
    const { body } = await groups.askInternally('POST', '/internal/groups/find', { names: [name], ids: [] });
    return (body as [{ id: string }])[0].id;
  };

  test('leaves the others as they are, also when two admins save at the same moment', async () => {
    const uid = randomUUID();
    await set(uid, ['Garden']);
    const [kitchen, garden, choir] = await Promise.all(['Kitchen', 'Garden', 'Choir'].map(idOf));
    await Promise.all([adjust(uid, [kitchen!], []), adjust(uid, [choir!], [garden!])]);
    expect(await namesOfOne(uid)).toEqual(['All Staff', 'Choir', 'Kitchen']);
  });

  test('is refused as a whole when a group to be added to is gone; one to be left may be', async () => {
    const uid = randomUUID();
    await set(uid, ['Garden']);
    const gone = await groups.made(admin, 'Gone');
    await groups.ask(admin, 'DELETE', `/api/groups/${gone.id}`);
    expect(await adjust(uid, [gone.id, await idOf('Choir')], [])).toMatchObject({ status: 400 });
    expect(await namesOfOne(uid)).toEqual(['All Staff', 'Garden']);
    expect(await adjust(uid, [], [gone.id, await idOf('Garden')])).toMatchObject({ status: 200 });
    expect(await namesOfOne(uid)).toEqual(['All Staff']);
  });

  test("does nothing to 'All Staff'", async () => {
    const uid = randomUUID();
    const everyone = await idOf('All Staff');
    expect(await adjust(uid, [everyone], [everyone])).toEqual({ status: 200, body: { groups: ['All Staff'] } });
  });
});
