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

test('the list is in the order of the alphabet, with other letters than English too, as a person’s groups are', async () => {
  for (const name of ['Zoo', 'Émigrés', 'Kitchen', 'ältere']) await groups.made(admin, name);
  const inOrder = ['All Staff', 'ältere', 'Émigrés', 'Kitchen', 'Zoo'];
  expect(await groups.namesFor(admin)).toEqual(inOrder);
  expect(await groups.set(member, inOrder.toReversed(), admin)).toMatchObject({ body: { groups: inOrder } });
});

test('the list keeps its order of names that differ by an accent alone, whichever was changed last', async () => {
  const cafe = await groups.made(admin, 'Cafe');
  const accented = await groups.made(admin, 'Café');
  const inOrder = ['All Staff', 'Cafe', 'Café'];
  await groups.set(member, inOrder, admin);
  for (const { id } of [cafe, accented, cafe]) {
    await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { isPrivate: true });
    expect(await groups.namesFor(admin)).toEqual(inOrder);
    expect(await groups.namesFor(member)).toEqual(inOrder);
    await groups.ask(admin, 'PATCH', `/api/groups/${id}`, { isPrivate: false });
    expect(await groups.namesFor(admin)).toEqual(inOrder);
    expect(await groups.set(member, inOrder, admin)).toMatchObject({ body: { groups: inOrder } });
  }
});
