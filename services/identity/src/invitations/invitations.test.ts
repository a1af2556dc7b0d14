import { randomUUID } from 'node:crypto';
import { totalHeader } from '@koinonia/contracts/common.ts';
import { type Invitation, invitationDays } from '@koinonia/contracts/invitations.ts';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { sql } from 'kysely';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockHead } from '../audit/queries.ts';
import { lockAdmins } from '../people/queries.ts';
import { askAs, askInternally, type Identity, known, startIdentity } from '../testing/identity.ts';
import { inviteAs, openFor } from '../testing/inviting.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';

/** The faulty moment is short. */
const often = { interval: 5 };
let identity: Identity;
let ruth: string;

beforeAll(async () => {
  identity = await startIdentity({ ADMIN_EMAILS: 'ruth@base.example,ada@base.example,ida@base.example' });
  ruth = await known(identity, 'ruth', 'Ruth');
  await known(identity, 'ben', 'Ben');
  for (const name of ['Kitchen', 'Choir']) await identity.makeGroup(ruth, name);
});

afterAll(() => identity.stop());

const invite = (csv: string, dryRun = false, by = ruth, node: { url: string } = identity) =>
  inviteAs(by, node, csv, dryRun);
const open = () => openFor(ruth, identity);
/** Whose groups are not joined yet. */
const unfinished = ({ db }: Identity) =>
  db.selectFrom('invitations').select('id').where('groups_joined_at', 'is', null).execute();
const meOf = async (uid: string) => (await askAs(uid, identity, { path: '/api/me' })).body;

describe('open invitations', () => {
  const page = (query: string) => askAs(ruth, identity, { path: `/api/invitations?${query}` });
  const emails = async (query: string) => ((await page(query)).body as Invitation[]).map(({ email }) => email);

  test('are found among many, by their address or by who invited, a page at a time', async () => {
    const addresses = Array.from({ length: 500 }, (_, index) => `guest${1000 + index}@base.example`);
    await invite(['email', 'Zoe_B@base.example', ...addresses].join('\n'));
    expect(await emails('limit=2')).toEqual(addresses.slice(0, 2));
    expect(await emails('limit=200&offset=500')).toEqual(['Zoe_B@base.example']);
    expect(await emails('search=zoe_')).toEqual(['Zoe_B@base.example']);
    expect(await emails('search=est14&limit=3&offset=98')).toEqual(addresses.slice(498));
    expect(await emails('search=ruth')).toHaveLength(501);
    expect(await emails(`search=${encodeURIComponent('rúth  ZOE_b')}`)).toEqual(['Zoe_B@base.example']);
    expect(await emails('search=zoe_+ben')).toEqual([]);
    expect(await emails('search=nobody')).toEqual([]);
    expect(await emails('')).toHaveLength(501);
    const { headers } = await fetch(`${identity.url}/api/invitations?search=est14&limit=3`, {
      headers: await headersOf(ruth, 'identity'),
    });
    expect(headers.get(totalHeader)).toBe('100');
    for (const wrong of ['limit=0', 'limit=501', 'offset=-1', 'offset=', 'limit=0x10', `search=${'x'.repeat(101)}`])
      expect(await page(wrong)).toMatchObject({ status: 400 });
    await identity.db.deleteFrom('invitations').execute();
  });
});

describe('whoever was invited', () => {
  test('begins with the role and the groups that await them, once', async () => {
    await invite('email,role,groups\nGrace@base.example,admin,Kitchen');
    const uids = await Promise.all(Array.from({ length: 10 }, () => known(identity, 'grace')));
    const grace = uids[0] ?? '';
    expect(new Set(uids).size).toBe(1);
    await eventually(async () =>
      expect(await meOf(grace)).toMatchObject({ role: 'admin', groups: ['All Staff', 'Kitchen'] }),
    );
    expect(await open()).toEqual([]);
    expect(
      (await askAs(ruth, identity, { path: `/api/audit?act=invitation.used&person=${grace}` })).body,
    ).toMatchObject({
      entries: [{ by: null, target: { id: grace }, after: { role: 'admin' } }],
    });
    await askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${grace}`, body: { role: 'member', groups: [] } });
    await known(identity, 'grace');
    expect(await meOf(grace)).toMatchObject({ role: 'member', groups: ['All Staff'] });
  });

  test('may come at that very moment, and then nobody is invited', async () => {
    const patient = await identity.buildPatient();
    let invited!: ReturnType<typeof invite>;
    await identity.db.transaction().execute(async (trx) => {
      await lockAdmins(trx);
      invited = invite('email,role\nmia@base.example,admin', false, ruth, patient);
      await eventually(async () => expect(await waitingForLocks(identity.db)).toBe(1));
      await known(identity, 'mia');
    });
    expect(await invited).toMatchObject({ stored: true, lines: [{ outcome: 'already_here' }] });
    await patient.app.close();
    expect(await open()).toEqual([]);
  });

  test('while they are here already gets nothing, and nor does who has their address as well', async () => {
    const id = randomUUID();
    await known(identity, 'noa');
    await identity.db
      .insertInto('invitations')
      .values({ id, email: 'Noa@base.example', role: 'admin', group_ids: [], invited_by: ruth })
      .execute();
    const next = { issuer: identity.issuer.url, subject: 'sub-of-another-noa', email: 'noa@base.example' };
    const { body } = await askInternally(identity, '/internal/people/resolve', { ...next, name: 'Noa', picture: '' });
    expect(await meOf((body as { uid: string }).uid)).toMatchObject({ role: 'member' });
    expect(await open()).toMatchObject([{ id }]);
    await identity.db.deleteFrom('invitations').where('id', '=', id).execute();
  });

  test('into a group is recorded with its name as it is, once', async () => {
    await invite('email,groups\npia@base.example,KITCHEN | All Staff | kitchen');
    const { body } = await askAs(ruth, identity, { path: '/api/audit?act=person.invited&limit=1' });
    expect(body).toMatchObject({ entries: [{ after: { role: 'member', groups: ['Kitchen', 'All Staff'] } }] });
    expect(await open()).toMatchObject([{ groups: ['Kitchen', 'All Staff'] }]);
    await identity.db.deleteFrom('invitations').where('email', '=', 'pia@base.example').execute();
  });

  test('as a member is an admin all the same when ADMIN_EMAILS names them', async () => {
    await invite('email,role,groups\nAda@base.example,member,Choir');
    const ada = await known(identity, 'ada');
    await eventually(async () =>
      expect(await meOf(ada)).toMatchObject({ role: 'admin', groups: ['All Staff', 'Choir'] }),
    );
  });

  test('may come as ADMIN_EMAILS names them just when the invitation is withdrawn, and neither is refused for it', async () => {
    await invite('email\nida@base.example');
    const [{ id }] = (await open()) as [Invitation];
    const patient = await identity.buildPatient();
    const calls: Promise<unknown>[] = [];
    await identity.db.transaction().execute(async (trx) => {
      await lockHead(trx);
      const withdraw = () => askAs(ruth, patient, { method: 'DELETE', path: `/api/invitations/${id}` });
      for (const call of [() => known({ ...identity, ...patient }, 'ida'), withdraw]) {
        calls.push(call());
        await eventually(async () => expect(await waitingForLocks(identity.db)).toBe(calls.length));
      }
    });
    expect(await Promise.all(calls)).toMatchObject([expect.any(String), { status: 404 }]);
    await patient.app.close();
  });

  const invitedAgo = async (email: string, seconds: number) => {
    await invite(`email,role\n${email},admin`);
    await identity.db
      .updateTable('invitations')
      .set({ created_at: sql<Date>`now() - make_interval(days => ${invitationDays}, secs => ${seconds})` })
      .where('email', '=', email)
      .execute();
  };

  test('can use it until the time that the list shows', async () => {
    await invitedAgo('uma@base.example', -3600);
    const [{ createdAt, expiresAt } = { createdAt: '', expiresAt: '' }] = await open();
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(invitationDays * 86_400_000);
    expect(await meOf(await known(identity, 'uma'))).toMatchObject({ role: 'admin' });
  });

  test('too long ago is a member like any other', async () => {
    await invitedAgo('tom@base.example', 1);
    expect(await open()).toEqual([]);
    expect(await meOf(await known(identity, 'tom'))).toMatchObject({ role: 'member' });
  });

  test('too long ago may use the invitation that they are sent again', async () => {
    await invitedAgo('kim@base.example', 1);
    await invite('email,role\nKim@base.example,admin');
    expect(await open()).toMatchObject([{ role: 'admin' }]);
    expect(await meOf(await known(identity, 'kim'))).toMatchObject({ role: 'admin' });
  });

  test('joins the groups later when they cannot be asked at that moment', async () => {
    const lonely = await startIdentity();
    try {
      const admin = await known(lonely, 'ruth');
      await lonely.makeGroup(admin, 'Kitchen');
      const csv = 'email,groups\nida@base.example,Kitchen';
      await askAs(admin, lonely, { method: 'POST', path: '/api/invitations', body: { csv, dryRun: false } });
      await lonely.stopGroups();
      const ida = await known(lonely, 'ida');
      expect(await unfinished(lonely)).toHaveLength(1);
      const groups = await lonely.startGroupsAgain();
      await eventually(async () => expect(await unfinished(lonely)).toEqual([]), { timeout: 20_000 });
      const answer = await askAs(ida, lonely, { path: '/api/me' });
      expect(answer.body).toMatchObject({ groups: ['All Staff', 'Kitchen'] });
      await groups.stop();
    } finally {
      await lonely.stop();
    }
  });

  test('does not wait for long while groups hangs, and joins them later', async () => {
    const link = await startFaultyLink(identity.groupsUrl);
    const hung = await identity.build({ GROUPS_URL: link.through(identity.groupsUrl).replace(/\/$/, '') });
    await invite('email,groups\neva@base.example,Kitchen');
    link.freeze();
    const began = performance.now();
    const eva = await known({ ...identity, url: hung.url }, 'eva');
    expect(performance.now() - began).toBeLessThan(4000);
    link.mend();
    await eventually(async () => expect(await meOf(eva)).toMatchObject({ groups: ['All Staff', 'Kitchen'] }));
    await hung.app.close();
    await link.close();
  });

  test('joins the groups once, whichever node is slow, so that an admin can take them out again', async () => {
    const link = await startFaultyLink(identity.groupsUrl);
    const slow = await identity.build({ GROUPS_URL: link.through(identity.groupsUrl).replace(/\/$/, '') });
    await invite('email,groups\nlev@base.example,Kitchen\nada@base.example,Choir');
    link.slow(1000);
    const signingIn = known({ ...identity, url: slow.url }, 'lev');
    const lev = await eventually(async () => {
      const one = identity.db.selectFrom('users').select('id').where('email', '=', 'lev@base.example');
      return (await one.executeTakeFirstOrThrow()).id;
    }, often);
    await known(identity, 'ada');
    await eventually(async () => expect(await meOf(lev)).toMatchObject({ groups: ['All Staff', 'Kitchen'] }), often);
    await askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${lev}`, body: { groups: [] } });
    await signingIn;
    await eventually(async () => expect(await unfinished(identity)).toEqual([]));
    expect(await meOf(lev)).toMatchObject({ groups: ['All Staff'] });
    await slow.app.close();
    await link.close();
  });
});
