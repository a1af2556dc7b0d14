import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { listGroups } from '@koinonia/contracts/groups.ts';
import { createApi } from '../support/api.ts';
import { admin, type Person, somebody } from '../support/people.ts';
import { domain, type Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';
import { callAt, callsOf } from './who-may-call.ts';

type Request = [method: string, path: (ids: Ids) => string, body?: unknown];

interface Ids {
  /** Another person. */
  uid: string;
  groupId: string;
  deletedGroupId: string;
}

const csv = `email,role\nnobody@${domain},admin\n`;

/** Every call for admins, made so that it would succeed for one. */
const calls: Request[] = [
  ['GET', () => '/api/users?group=All%20Staff'],
  ['GET', () => '/api/users?sort=role'],
  ['GET', () => '/api/users?sort=group'],
  ['GET', () => '/api/users?status=deactivated'],
  ['GET', () => '/api/users/export'],
  ['PATCH', ({ uid }) => `/api/users/${uid}`, { role: 'admin' }],
  ['PATCH', ({ uid }) => `/api/users/${uid}`, { active: false }],
  ['PATCH', ({ uid }) => `/api/users/${uid}`, { groups: ['Harbour'] }],
  ['PATCH', ({ uid }) => `/api/users/${uid}`, { addToGroups: [] }],
  ['PATCH', ({ uid }) => `/api/users/${uid}`, {}],
  ['DELETE', ({ uid }) => `/api/users/${uid}/sessions`],
  ['DELETE', ({ uid }) => `/api/users/${uid}/deletion-request`],
  ['DELETE', ({ uid }) => `/api/users/${uid}`],
  ['GET', () => '/api/deletion-requests'],
  ['POST', () => '/api/groups', { name: 'Pirates' }],
  ['PATCH', ({ groupId }) => `/api/groups/${groupId}`, { name: 'Pirates', isPrivate: true }],
  ['DELETE', ({ groupId }) => `/api/groups/${groupId}`],
  ['GET', () => '/api/groups/deleted'],
  ['POST', ({ deletedGroupId }) => `/api/groups/${deletedGroupId}/restore`],
  ['GET', () => '/api/invitations'],
  ['POST', () => '/api/invitations', { csv, dryRun: true }],
  ['POST', () => '/api/invitations', { csv, dryRun: false }],
  ['DELETE', () => `/api/invitations/${randomUUID()}`],
  ['GET', () => '/api/audit'],
  ['GET', () => '/api/audit/export'],
  ['GET', () => '/api/audit/verify'],
];

export function adminCalls(product: () => Product): void {
  describe('every call of the admin console', () => {
    let grace: Person;
    let target: Person;
    let ids: Ids;

    beforeAll(async () => {
      grace = await admin(product());
      target = await somebody(product());
      const made = async (name: string) => {
        const { body } = await grace.api.request('POST', '/api/groups', { name });
        return (body as { id: string }).id;
      };
      ids = { uid: target.uid, groupId: await made('Harbour'), deletedGroupId: await made('Lighthouse') };
      await grace.api.request('DELETE', `/api/groups/${ids.deletedGroupId}`);
    });

    /** The admin's view of everything that only an admin may change. */
    async function state(...of: Person[]) {
      const [groups, users, deleted, ...audit] = await Promise.all([
        grace.api.call(listGroups),
        grace.api.request('GET', `/api/users?search=${encodeURIComponent(target.email)}`),
        grace.api.request('GET', '/api/groups/deleted'),
        // Only the log of these people: entries from groups arrive a moment later, entries about people at once.
        ...[target, ...of].map(({ uid }) => grace.api.request('GET', `/api/audit?limit=1&person=${uid}`)),
      ]);
      return {
        groups,
        users: users.body,
        deleted: deleted.body,
        entries: audit.map(({ body }) => (body as { total: number }).total),
      };
    }

    test('A17 is among those that are tried', () => {
      const tried = new Set(calls.map(([method, path]) => callAt(method, path(ids))));
      expect(callsOf('admin').filter((name) => !tried.has(name))).toEqual([]);
    });

    test('A17 is refused to members, and changes nothing', async () => {
      const ben = await somebody(product());
      const before = await state(ben);
      for (const [method, path, body] of calls) {
        await refused(ben.api.request(method, path(ids), body), 403, 'forbidden');
      }
      expect(await state(ben)).toEqual(before);
      await expect(target.me()).resolves.toMatchObject({ role: 'member', groups: ['All Staff'] });
    });

    test('A17 is refused to whoever was an admin until just now, with the token of then', async () => {
      const ben = await somebody(product());
      const change = (role: string) => grace.api.request('PATCH', `/api/users/${ben.uid}`, { role });
      expect((await change('admin')).status).toBe(200);
      expect((await ben.api.request('GET', '/api/audit')).status).toBe(200);
      expect((await change('member')).status).toBe(200);
      const before = await state(ben);
      for (const [method, path, body] of calls) {
        await refused(ben.api.request(method, path(ids), body), 403, 'forbidden');
      }
      expect(await state(ben)).toEqual(before);
    });

    test('A17 is refused to whoever is not signed in', async () => {
      const nobody = createApi(product().origins, null);
      for (const [method, path, body] of calls) await refused(nobody.request(method, path(ids), body), 401);
    });

    test.each([
      ['in Cyrillic letters', (email: string) => email.replace('a', 'а')],
      ['with a letter too many', (email: string) => `x${email}`],
      ['with an addition', (email: string) => email.replace('@', '+1@')],
    ])("A17 is not opened by an address that looks like an admin's %s", async (_, disguised) => {
      const impostor = await somebody(product(), { email: disguised(grace.email) });
      await expect(impostor.me()).resolves.toMatchObject({ role: 'member' });
      await refused(impostor.api.request('GET', '/api/audit'), 403, 'forbidden');
    });
  });

  describe("a name that looks like 'All Staff'", () => {
    const lookAlikes = [
      ' all  staff ',
      'ＡＬＬ ＳＴＡＦＦ',
      'All\u00a0Staff',
      'All \u200bStaff',
      'ａll staﬀ',
      '\u202eAll Staff',
    ];

    test('A17 is given to no group, by making one or renaming one', async () => {
      const grace = await admin(product());
      const { body } = await grace.api.request('POST', '/api/groups', { name: 'Anchor' });
      for (const name of lookAlikes) {
        await refused(grace.api.request('POST', '/api/groups', { name }), 409, 'conflict');
        await refused(grace.api.request('PATCH', `/api/groups/${(body as { id: string }).id}`, { name }), 409);
      }
    });

    test("A17 means 'All Staff' itself where groups are given, which nobody ever leaves", async () => {
      const grace = await admin(product());
      const ben = await somebody(product());
      const everyone = (await grace.api.call(listGroups))[0]!;
      const change = (body: unknown) => grace.api.request('PATCH', `/api/users/${ben.uid}`, body);
      for (const body of [{ groups: lookAlikes }, { groups: [] }, { removeFromGroups: [everyone.id] }]) {
        expect(await change(body)).toMatchObject({ status: 200, body: { groups: ['All Staff'] } });
      }
      for (const body of [{ name: 'Some Staff' }, { isPrivate: true }]) {
        await refused(grace.api.request('PATCH', `/api/groups/${everyone.id}`, body), 403);
      }
      await refused(grace.api.request('DELETE', `/api/groups/${everyone.id}`), 403);
    });
  });
}
