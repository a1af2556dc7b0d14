import type { Group } from '@koinonia/contracts/groups.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const namesFor = async (uid: string) =>
  ((await groups.ask(uid, 'GET', '/api/groups')).body as Group[]).map(({ name }) => name);
const join = (uid: string, names: string[]) =>
  groups.askInternally('POST', `/internal/people/${uid}/groups`, {
    groups: names,
    by: admin,
    address: '203.0.113.7',
    userAgent: 'Firefox',
  });

test('the list is in the order of the alphabet, with other letters than English too, as a person’s groups are', async () => {
  for (const name of ['Zoo', 'Émigrés', 'Kitchen', 'ältere']) await groups.made(admin, name);
  const inOrder = ['All Staff', 'ältere', 'Émigrés', 'Kitchen', 'Zoo'];
  expect(await namesFor(admin)).toEqual(inOrder);
  expect(await join(member, inOrder.toReversed())).toMatchObject({ body: { groups: inOrder } });
});

test('the list keeps its order of names that differ by an accent alone, whichever was changed last', async () => {
  const cafe = await groups.made(admin, 'Cafe');
  const accented = await groups.made(admin, 'Café');
  const inOrder = ['All Staff', 'Cafe', 'Café'];
  await join(member, inOrder);
  for (const { id } of [cafe, accented, cafe]) {
    await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { isPrivate: true });
    expect(await namesFor(admin)).toEqual(inOrder);
    expect(await namesFor(member)).toEqual(inOrder);
    await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { isPrivate: false });
    expect(await namesFor(admin)).toEqual(inOrder);
    expect(await join(member, inOrder)).toMatchObject({ body: { groups: inOrder } });
  }
});
