import { randomUUID } from 'node:crypto';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { sql } from 'kysely';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Groups, startGroups } from '../testing/groups.ts';

let groups: Groups;
let admin: string;
let member: string;

beforeAll(async () => {
  groups = await startGroups();
  admin = groups.admin();
  member = groups.member();
});

beforeEach(async () => {
  await groups.db.deleteFrom('groups').where('holds_everyone', '=', false).execute();
});

afterAll(() => groups.close());

describe('the list of groups', () => {
  test('is not for anonymous callers', async () => {
    expect((await groups.app.inject('/api/groups')).statusCode).toBe(401);
    const forAnother = await headersOf(randomUUID(), 'chat');
    expect((await groups.app.inject({ url: '/api/groups', headers: forAnother })).statusCode).toBe(401);
  });

  test('is not for a process that is no person', async () => {
    const answer = await groups.app.inject({ url: '/api/groups', headers: await headersOfProcess('groups') });
    expect(answer.statusCode).toBe(403);
  });

  test("begins with 'All Staff', to which everyone belongs", async () => {
    await groups.made(admin, 'Aardvarks');
    expect(await groups.listFor(randomUUID())).toEqual([
      { id: expect.any(String), name: 'All Staff', isPrivate: false, isMember: true },
      { id: expect.any(String), name: 'Aardvarks', isPrivate: false, isMember: false },
    ]);
  });

  test('hides private groups from those who are not in them, except from admins', async () => {
    await groups.made(admin, 'Leaders', true);
    await groups.made(admin, 'Kitchen');
    expect(await groups.namesFor(member)).toEqual(['All Staff', 'Kitchen']);
    expect(await groups.namesFor(admin)).toEqual(['All Staff', 'Kitchen', 'Leaders']);
    await groups.set(member, ['Leaders'], admin);
    expect(await groups.namesFor(member)).toEqual(['All Staff', 'Kitchen', 'Leaders']);
    await groups.set(member, [], admin);
    expect(await groups.namesFor(member)).toEqual(['All Staff', 'Kitchen']);
  });
});

describe('what only an admin may do', () => {
  const calls = [
    ['POST', '/api/groups', { name: 'Kitchen' }],
    ['PATCH', `/api/groups/${randomUUID()}`, { name: 'Kitchen' }],
    ['DELETE', `/api/groups/${randomUUID()}`, undefined],
    ['GET', '/api/groups/deleted', undefined],
    ['POST', `/api/groups/${randomUUID()}/restore`, undefined],
  ] as const;

  test.each(calls)('%s %s', async (method, url, body) => {
    expect((await groups.app.inject({ method, url })).statusCode).toBe(401);
    expect(await groups.ask(member, method, url, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await groups.ask(randomUUID(), method, url, body)).toMatchObject({ status: 403 });

    const demoted = groups.admin();
    expect((await groups.ask(demoted, method, url, body)).status).not.toBe(403);
    groups.identity.addPerson(demoted, 'member');
    expect(await groups.ask(demoted, method, url, body)).toMatchObject({ status: 403 });
    const deactivated = groups.admin();
    groups.identity.deactivate(deactivated);
    expect(await groups.ask(deactivated, method, url, body)).toMatchObject({ status: 403 });
  });
});

describe('a new group', () => {
  test('is there for everyone at once, and recorded', async () => {
    let changes = 0;
    groups.bus.subscribe('groupsChanged', () => (changes += 1));
    const reports = () => groups.reports.filter(({ act }) => act?.target.name === 'Prayer Team');
    expect(await groups.ask(admin, 'POST', '/api/groups', { name: '  Prayer   Team ' })).toEqual({
      status: 201,
      body: { id: expect.any(String), name: 'Prayer Team', isPrivate: false, isMember: false },
    });
    expect(await groups.namesFor(member)).toEqual(['All Staff', 'Prayer Team']);
    await eventually(() => expect(changes).toBe(1));
    await eventually(() => expect(reports()).toHaveLength(1));
    expect(reports()[0]).toMatchObject({
      people: [],
      act: {
        by: admin,
        act: 'group.created',
        target: { kind: 'group', name: 'Prayer Team' },
        before: null,
        after: { name: 'Prayer Team', isPrivate: false },
        address: '203.0.113.7',
        userAgent: 'Firefox',
      },
    });
  });

  test.each(['', '   ', '\u200b\u2060', '\u202e', '\u3164', '\n\t'])(
    'needs a name in which there is something to see (%j)',
    async (name) => {
      expect(await groups.ask(admin, 'POST', '/api/groups', { name })).toEqual({
        status: 400,
        body: { error: 'Group name cannot be empty.', code: 'invalid' },
      });
    },
  );

  test.each([{}, { name: 7 }, { name: 'x'.repeat(101) }, { name: 'a\0b' }, { name: 'A', isPrivate: 'yes' }])(
    'is refused when it is malformed (%j)',
    async (body) => {
      expect(await groups.ask(admin, 'POST', '/api/groups', body)).toMatchObject({ status: 400 });
    },
  );

  test.each(['All Staff', ' all  staff ', 'Ａｌｌ Ｓｔａｆｆ', 'ALL\u00a0STAFF', 'All \u200bStaff', '\u202eAll Staff'])(
    "cannot be a second 'All Staff' (%j)",
    async (name) => {
      expect(await groups.ask(admin, 'POST', '/api/groups', { name })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    },
  );

  test.each(['', '\u200b', '\u180e', '\u2063'])("is no 'All Staff' without its space (%j)", async (gap) => {
    const answer = await groups.ask(admin, 'POST', '/api/groups', { name: `All${gap}Staff` });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('comes to be once when many ask at the same moment', async () => {
    const names = ['Outreach', 'OUTREACH', ' outreach', 'Ｏutreach', 'Out\u00adreach'];
    const answers = await Promise.all(names.map((name) => groups.ask(admin, 'POST', '/api/groups', { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('a group', () => {
  test('is renamed and made private, and its members are named to identity', async () => {
    const { id } = await groups.made(admin, 'Kitchen');
    await groups.set(member, ['Kitchen'], admin);
    await eventually(() => expect(groups.reports.at(-1)?.act?.act).toBe('person.groups'));
    const change = { name: 'Catering', isPrivate: true };
    expect(await groups.ask(admin, 'PATCH', `/api/groups/${id}`, change)).toEqual({
      status: 200,
      body: { id, ...change, isMember: false },
    });
    await eventually(() =>
      expect(groups.reports.at(-1)).toMatchObject({
        people: [member],
        act: { act: 'group.changed', before: { name: 'Kitchen', isPrivate: false }, after: change },
      }),
    );
  });

  test('may get its own name in other letters, but not that of another', async () => {
    const { id } = await groups.made(admin, 'kitchen');
    await groups.made(admin, 'Garden');
    expect(await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { name: 'Kitchen' })).toMatchObject({ status: 200 });
    expect(await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { name: ' GARDEN' })).toMatchObject({ status: 409 });
    expect(await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { name: 'all staff' })).toMatchObject({ status: 409 });
    expect(await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { name: ' ' })).toMatchObject({ status: 400 });
    expect(await groups.namesFor(admin)).toEqual(['All Staff', 'Garden', 'Kitchen']);
  });

  test('stays as it is when nothing is asked of it, and that is not recorded', async () => {
    const news = () => groups.db.selectFrom('news').select('id').execute();
    const { id } = await groups.made(admin, 'Kitchen');
    await eventually(async () => expect(await news()).toEqual([]));
    const told = groups.reports.length;
    expect(await groups.ask(admin, 'PATCH', `/api/groups/${id}`, {})).toMatchObject({ status: 200 });
    expect(await news()).toEqual([]);
    expect(groups.reports).toHaveLength(told);
  });

  test('that does not exist cannot be changed, deleted or restored: 404', async () => {
    for (const id of [randomUUID(), 'no-id']) {
      expect(await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { name: 'A' })).toMatchObject({ status: 404 });
      expect(await groups.ask(admin, 'DELETE', `/api/groups/${id}`)).toMatchObject({ status: 404 });
      expect(await groups.ask(admin, 'POST', `/api/groups/${id}/restore`)).toMatchObject({ status: 404 });
    }
  });
});

test("'All Staff' cannot be touched", async () => {
  const [everyone] = await groups.listFor(admin);
  for (const body of [{ name: 'Everybody' }, { isPrivate: true }, { name: 'All Staff' }, {}]) {
    expect(await groups.ask(admin, 'PATCH', `/api/groups/${everyone?.id}`, body)).toMatchObject({ status: 403 });
  }
  expect(await groups.ask(admin, 'DELETE', `/api/groups/${everyone?.id}`)).toMatchObject({ status: 403 });
  expect((await groups.listFor(member))[0]).toEqual(everyone);
});

describe('a deleted group', () => {
  const remove = (id: string) => groups.ask(admin, 'DELETE', `/api/groups/${id}`);
  const restore = (id: string) => groups.ask(admin, 'POST', `/api/groups/${id}/restore`);
  const deleted = async () => (await groups.ask(admin, 'GET', '/api/groups/deleted')).body;

  test('is gone for everyone, and comes back with its members', async () => {
    const { id } = await groups.made(admin, 'Kitchen', true);
    await groups.set(member, ['Kitchen'], admin);
    expect(await remove(id)).toEqual({ status: 204, body: undefined });
    expect(await groups.namesFor(member)).toEqual(['All Staff']);
    expect(await groups.set(member, ['Kitchen'], admin)).toMatchObject({ status: 400 });
    expect(await deleted()).toMatchObject([
      { id, name: 'Kitchen', isPrivate: true, deletedBy: { uid: admin, displayName: `Person ${admin}` } },
    ]);
    expect(await remove(id)).toMatchObject({ status: 404 });

    expect(await restore(id)).toMatchObject({ status: 200, body: { id, name: 'Kitchen', isPrivate: true } });
    expect(await groups.namesFor(member)).toEqual(['All Staff', 'Kitchen']);
    expect(await deleted()).toEqual([]);
    await eventually(() =>
      expect(groups.reports.slice(-2)).toMatchObject([
        { people: [member], act: { act: 'group.deleted' } },
        { people: [member], act: { act: 'group.restored' } },
      ]),
    );
    expect(await restore(id)).toMatchObject({ status: 404 });
  });

  test('leaves its name to another, and then cannot come back', async () => {
    const { id } = await groups.made(admin, 'Kitchen');
    await remove(id);
    await groups.made(admin, 'KITCHEN');
    expect(await restore(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await groups.namesFor(admin)).toEqual(['All Staff', 'KITCHEN']);
  });

  test('is brought back once when two admins ask together', async () => {
    const { id } = await groups.made(admin, 'Kitchen');
    await remove(id);
    const answers = await Promise.all([restore(id), restore(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('is forgotten after 30 days, and none is before', async () => {
    const { id } = await groups.made(admin, 'Kitchen');
    const { id: later } = await groups.made(admin, 'Garden');
    await groups.set(member, ['Kitchen', 'Garden'], admin);
    for (const one of [id, later]) await remove(one);
    await groups.db
      .updateTable('groups')
      .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
      .where('id', '=', id)
      .execute();
    expect(await deleted()).toMatchObject([{ id: later }]);
    expect(await restore(id)).toMatchObject({ status: 404 });
    const nextNode = await groups.build();
    await eventually(async () =>
      expect(await groups.db.selectFrom('memberships').select('group_id').where('group_id', '=', id).execute()).toEqual(
        [],
      ),
    );
    await nextNode.close();
    await restore(later);
    expect(await groups.namesFor(member)).toEqual(['All Staff', 'Garden']);
  });
});

test('an act that identity could not be told of is told later, once', async () => {
  const news = () => groups.db.selectFrom('news').select('id').execute();
  await eventually(async () => expect(await news()).toEqual([]));
  groups.setAway(true);
  const { id } = await groups.made(admin, 'Kitchen');
  const toldOf = () => groups.reports.filter(({ act }) => act?.target.id === id);
  await eventually(async () => expect(await news()).toHaveLength(1));
  expect(toldOf()).toEqual([]);
  groups.setAway(false);
  await eventually(() => expect(toldOf()).toHaveLength(1), { timeout: 10_000 });
  await eventually(async () => expect(await news()).toEqual([]));
});

test("several nodes that start together make one 'All Staff'", async () => {
  const nodes = await Promise.all([groups.build(), groups.build(), groups.build()]);
  const headers = await headersOf(randomUUID(), 'groups');
  for (const node of nodes) {
    expect((await node.inject({ url: '/api/groups', headers })).json()).toHaveLength(1);
    await node.close();
  }
});
