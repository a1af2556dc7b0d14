import { randomUUID } from 'node:crypto';
import { totalHeader } from '@koinonia/contracts/common.ts';
import { type Invitation, invitationDays, type InvitedLine, maxCsvLength } from '@koinonia/contracts/invitations.ts';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { sql } from 'kysely';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs, type Identity, known, startIdentity } from '../testing/identity.ts';

/** The faulty moment is short. */
const often = { interval: 5 };
let identity: Identity;
let ruth: string;
let ben: string;

beforeAll(async () => {
  identity = await startIdentity({ ADMIN_EMAILS: 'ruth@base.example,ada@base.example' });
  ruth = await known(identity, 'ruth', 'Ruth');
  ben = await known(identity, 'ben', 'Ben');
  for (const name of ['Kitchen', 'Choir']) await identity.makeGroup(ruth, name);
});

afterAll(() => identity.stop());

const invite = async (csv: string, dryRun = false, by = ruth) => {
  const { status, body } = await askAs(by, identity, {
    method: 'POST',
    path: '/api/invitations',
    body: { csv, dryRun },
  });
  return { status, body, ...(body as { stored: boolean; lines: InvitedLine[] }) };
};
const open = async () => (await askAs(ruth, identity, { path: '/api/invitations' })).body as Invitation[];
const meOf = async (uid: string) => (await askAs(uid, identity, { path: '/api/me' })).body;

describe('inviting by CSV', () => {
  test('is for admins alone', async () => {
    expect(await invite('email\nx@base.example', false, ben)).toMatchObject({ status: 403 });
    expect(await askAs(ben, identity, { path: '/api/invitations' })).toMatchObject({ status: 403 });
    const withdraw = { method: 'DELETE', path: `/api/invitations/${randomUUID()}` };
    expect(await askAs(ben, identity, withdraw)).toMatchObject({ status: 403 });
    expect(await askAs(ruth, identity, withdraw)).toMatchObject({ status: 404 });
  });

  test('a file that is no CSV is told in plain words', async () => {
    expect(await invite('email\ngood@base.example\n"open@base.example\n')).toMatchObject({
      status: 400,
      body: { error: 'A quotation mark is opened before the end of line 3 and never closed.' },
    });
    expect(await invite('email\nx"y"@base.example\n')).toMatchObject({
      status: 400,
      body: { error: 'Line 2 could not be read: look for a quotation mark that is too many.' },
    });
  });

  test('a list is as long as it may be in any script', async () => {
    const longest = (letter: string) => `email\n${letter.repeat(maxCsvLength - 6)}`;
    for (const letter of ['祈', '🙏']) expect(await invite(longest(letter), true)).toMatchObject({ status: 200 });
    expect(await invite(`${longest('🙏')}x`, true)).toMatchObject({ status: 400 });
  });

  test('a list may name as many groups as it has room for', async () => {
    const line = (n: number) => {
      const names = Array.from({ length: 4 }, (_, index) => `${n}-${index}-`.padEnd(100, '祈'));
      return `many-groups-${n}@base.example,member,${names.join(';')}`;
    };
    const csv = ['email,role,groups', ...Array.from({ length: 1000 }, (_, n) => line(n))].join('\n');
    const { status, lines } = await invite(csv, true);
    expect([status, lines?.filter(({ errors }) => errors.length === 4).length]).toEqual([200, 1000]);
    const tooLong = await invite(`email,role,groups\nlong@base.example,member,${'x'.repeat(101)}`, true);
    expect([tooLong.status, tooLong.lines?.[0]?.outcome]).toEqual([200, 'invalid']);
  });

  test('tells for each line what is wrong with it, and then stores none', async () => {
    const csv = [
      'Email,Role,Groups',
      'good@base.example,,Kitchen; choir',
      'no address,member,',
      'x@elsewhere.example,member,',
      'x@evilbase.example,member,',
      'y@base.example,owner,',
      'z@base.example,member,Astronauts',
      'GOOD@base.example,member,',
      'ben@base.example,admin,',
    ].join('\r\n');
    const { status, stored, lines } = await invite(`\ufeff${csv}`);
    expect([status, stored]).toEqual([200, false]);
    expect(lines.map(({ line, outcome, errors }) => [line, outcome, errors[0]])).toEqual([
      [2, 'invited', undefined],
      [3, 'invalid', 'This is no e-mail address.'],
      [4, 'invalid', 'Only addresses of base.example can be invited.'],
      [5, 'invalid', 'Only addresses of base.example can be invited.'],
      [6, 'invalid', 'The role must be “member” or “admin”.'],
      [7, 'invalid', 'There is no group called “Astronauts”.'],
      [8, 'invalid', 'This address is in the file twice.'],
      [9, 'already_here', undefined],
    ]);
    expect(await open()).toEqual([]);
  });

  test.each(['name\nRuth', 'email', 'email\n"x@base.example', '__proto__\nx', ' '])(
    'refuses what is no such file (%j)',
    async (csv) => {
      expect(await invite(csv)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    },
  );

  test('what stands under no heading is told, and not left out', async () => {
    const wrong = { outcome: 'invalid', errors: [expect.stringContaining('more columns than the first')] };
    for (const csv of [
      'email;role;groups\nnew@base.example;member;Kitchen; Choir\nold@base.example;;Choir;;',
      'email,role,groups\nnew@base.example,member,Kitchen,Choir\nold@base.example,,Choir,,',
    ]) {
      expect(await invite(csv)).toMatchObject({
        stored: false,
        lines: [wrong, { outcome: 'invited', groups: ['Choir'] }],
      });
    }
    expect(await invite('new@base.example; old@base.example')).toMatchObject({
      status: 400,
      body: { error: 'The file needs a first line with the heading “email”.' },
    });
  });

  test('stores nothing in a dry run', async () => {
    expect(await invite('email\nnew@base.example', true)).toMatchObject({
      stored: false,
      lines: [{ email: 'new@base.example', role: 'member', outcome: 'invited' }],
    });
    expect(await open()).toEqual([]);
  });

  test('takes what spreadsheets write with semicolons, and a later file in place of an earlier one', async () => {
    expect(await invite('email;role;groups\neva@base.example;admin;Choir|Kitchen')).toMatchObject({ stored: true });
    expect(await invite('email;role;groups\nEva@base.example;member;Choir')).toMatchObject({ stored: true });
    // As it is copied from a table.
    expect(await invite('email\trole\tgroups\nEva@base.example\tmember\tChoir')).toMatchObject({ stored: true });
    const [invitation, ...others] = await open();
    expect(others).toEqual([]);
    expect(invitation).toMatchObject({
      role: 'member',
      groups: ['Choir'],
      invitedBy: { uid: ruth, displayName: 'Ruth' },
    });
    const withdraw = { method: 'DELETE', path: `/api/invitations/${invitation?.id}` };
    expect(await askAs(ruth, identity, withdraw)).toMatchObject({ status: 204 });
    expect(await open()).toEqual([]);
  });

  test.each([
    ['rows that were emptied', 'email,role,groups\r\n,,\r\nnew@base.example,,\r\n,,\r\n , ,\r\n', 3],
    ['empty lines above the headings', '\r\n\r\nemail;role\r\nnew@base.example;member', 4],
    [
      'invisible characters that were copied along',
      '\u200bemail,role\n\u202anew@base.example\u202c,\u200badmin\ufeff',
      2,
    ],
  ])('takes a list with %s', async (_, csv, line) => {
    const role = csv.includes('admin') ? 'admin' : 'member';
    expect((await invite(csv, true)).lines).toEqual([
      { line, email: 'new@base.example', role, groups: [], outcome: 'invited', errors: [] },
    ]);
  });

  test('takes a thousand people at once', async () => {
    const csv = ['email', ...Array.from({ length: 1000 }, (_, n) => `many-${n}@base.example`)].join('\n');
    expect(await invite(csv)).toMatchObject({ stored: true });
    expect(await invite(`${csv}\none-more@base.example`)).toMatchObject({ status: 400 });
    expect(await open()).toHaveLength(1000);
    await identity.db.deleteFrom('invitations').execute();
  });
});

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

  test('as a member is an admin all the same when ADMIN_EMAILS names them', async () => {
    await invite('email,role,groups\nAda@base.example,member,Choir');
    const ada = await known(identity, 'ada');
    await eventually(async () =>
      expect(await meOf(ada)).toMatchObject({ role: 'admin', groups: ['All Staff', 'Choir'] }),
    );
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
      const unfinished = () =>
        lonely.db.selectFrom('invitations').select('id').where('groups_joined_at', 'is', null).execute();
      expect(await unfinished()).toHaveLength(1);
      const groups = await lonely.startGroupsAgain();
      await eventually(async () => expect(await unfinished()).toEqual([]), { timeout: 20_000 });
      const answer = await askAs(ida, lonely, { path: '/api/me' });
      expect(answer.body).toMatchObject({ groups: ['All Staff', 'Kitchen'] });
      await groups.stop();
    } finally {
      await lonely.stop();
    }
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
    expect(await meOf(lev)).toMatchObject({ groups: ['All Staff'] });
    await slow.app.close();
    await link.close();
  });
});
