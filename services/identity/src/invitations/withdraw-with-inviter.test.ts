import type { AuditEntry } from '@koinonia/contracts/audit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs, type Identity, known, startIdentity } from '../testing/identity.ts';
import { inviteAs, openFor } from '../testing/inviting.ts';

let identity: Identity;
let ruth: string;

beforeAll(async () => {
  identity = await startIdentity();
  ruth = await known(identity, 'ruth', 'Ruth');
});

afterAll(() => identity.stop());

const change = (uid: string, body: object) =>
  askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${uid}`, body });
const invite = (by: string, csv: string) => inviteAs(by, identity, csv);
const open = () => openFor(ruth, identity);
const lines = async (act: string) => {
  const { body } = await askAs(ruth, identity, { path: `/api/audit?act=${act}` });
  return (body as { entries: AuditEntry[] }).entries;
};
const roleOf = async (account: string) => {
  const uid = await known(identity, account);
  return ((await askAs(uid, identity, { path: '/api/me' })).body as { role: string }).role;
};

test.each([
  ['role', (uid: string) => change(uid, { role: 'member' })],
  ['access', (uid: string) => change(uid, { active: false })],
  ['data', (uid: string) => askAs(ruth, identity, { method: 'DELETE', path: `/api/users/${uid}` })],
])('whoever loses their %s as an admin has invited no other admin any more', async (what, lose) => {
  const rogue = await known(identity, `rogue-${what}`);
  await change(rogue, { role: 'admin' });
  const csv = `email,role\nadmin-${what}@base.example,admin\nmember-${what}@base.example,member`;
  expect(await invite(rogue, csv)).toMatchObject({ stored: true });
  await invite(ruth, `email,role\nother-${what}@base.example,admin`);
  const wanted = (await open()).find(({ email }) => email === `admin-${what}@base.example`);
  const before = await lines('invitation.withdrawn');

  // No change of what makes an admin.
  await change(rogue, { role: 'admin', groups: [] });
  expect(await open()).toHaveLength(3);
  await lose(rogue);

  expect((await open()).map(({ email }) => email)).toEqual([
    `member-${what}@base.example`,
    `other-${what}@base.example`,
  ]);
  const [told, ...older] = await lines('invitation.withdrawn');
  expect(older).toEqual(before);
  expect(told).toMatchObject({ by: { uid: ruth }, target: { id: wanted?.id }, before: { role: 'admin' } });
  await change(rogue, { role: 'admin', active: true });
  expect(await roleOf(`admin-${what}`)).toBe('member');
  expect(await roleOf(`member-${what}`)).toBe('member');
  expect(await roleOf(`other-${what}`)).toBe('admin');
});

test('whom they invited as an admin stays one who has come before', async () => {
  const rogue = await known(identity, 'rogue');
  await change(rogue, { role: 'admin' });
  await invite(rogue, 'email,role\nfriend@base.example,admin');
  expect(await roleOf('friend')).toBe('admin');
  await change(rogue, { role: 'member' });
  expect(await roleOf('friend')).toBe('admin');
});
