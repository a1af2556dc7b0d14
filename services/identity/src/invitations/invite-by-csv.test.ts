import { randomUUID } from 'node:crypto';
import { maxCsvLength } from '@koinonia/contracts/invitations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs, type Identity, known, startIdentity } from '../testing/identity.ts';
import { inviteAs, openFor } from '../testing/inviting.ts';

let identity: Identity;
let ruth: string;
let ben: string;

beforeAll(async () => {
  identity = await startIdentity();
  ruth = await known(identity, 'ruth', 'Ruth');
  ben = await known(identity, 'ben', 'Ben');
  for (const name of ['Kitchen', 'Choir']) await identity.makeGroup(ruth, name);
});

afterAll(() => identity.stop());

const invite = (csv: string, dryRun = false, by = ruth) => inviteAs(by, identity, csv, dryRun);
const open = () => openFor(ruth, identity);

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
      body: { error: 'Line 2 could not be read: look for a stray quotation mark.' },
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
      [3, 'invalid', 'This is not an e-mail address.'],
      [4, 'invalid', 'Only addresses of base.example can be invited.'],
      [5, 'invalid', 'Only addresses of base.example can be invited.'],
      [6, 'invalid', 'The role must be “member” or “admin”.'],
      [7, 'invalid', 'There is no group called “Astronauts”.'],
      [8, 'invalid', 'This address is in the file twice.'],
      [9, 'already_here', undefined],
    ]);
    expect(await open()).toEqual([]);
  });

  test('finds groups with separators in their names: alone, in quotation marks, and as users are exported', async () => {
    const both = ['Food; Drinks', 'Kids | Teens'];
    for (const name of both) await identity.makeGroup(ruth, name);
    await askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${ben}`, body: { groups: [...both, 'Choir'] } });
    const exported = (await askAs(ruth, identity, { path: '/api/users/export?search=ben' })).body as string;
    const csv = [
      'email,groups',
      'one@base.example,"food; drinks"',
      'two@base.example,"""Food; Drinks"" | choir | ""Kids | Teens"""',
      'three@base.example,"Food; Choir"',
      'four@base.example,"Food; Food"',
    ].join('\n');
    expect((await invite(csv, true)).lines).toMatchObject([
      { groups: ['food; drinks'], errors: [] },
      { groups: ['Food; Drinks', 'choir', 'Kids | Teens'], errors: [] },
      { errors: ['There is no group called “Food”.'] },
      { errors: ['There is no group called “Food”.'] },
    ]);
    const { lines } = await invite(exported.replaceAll('ben@', 'new@'), true);
    expect(lines).toMatchObject([{ email: 'new@base.example', groups: ['Choir', ...both], errors: [] }]);
  });

  test('names the headings under which nothing is read, and refuses those that it has twice', async () => {
    const csv = 'Email,Group,,name,GROUP\nnew@base.example,Kitchen,,New,';
    expect(await invite(csv, true)).toMatchObject({
      lines: [{ groups: [], errors: [] }],
      body: { ignored: ['group', 'name'] },
    });
    expect(await invite('email,role,groups\nnew@base.example,,', true)).toMatchObject({ body: { ignored: [] } });
    const many = Array.from({ length: 1000 }, (_, n) => `h${n}`);
    const { body } = await invite(`email,${many.join()}\nnew@base.example`, true);
    expect(body).toMatchObject({ ignored: many.slice(0, 20) });
    for (const name of ['email', 'role', 'groups']) {
      expect(await invite(`email,role,groups,${name.toUpperCase()}\nnew@base.example`, true)).toMatchObject({
        status: 400,
        body: { error: `The first line has the heading “${name}” twice.` },
      });
    }
  });

  test('takes an address as a link to it is copied', async () => {
    expect((await invite('email\nMailto:new@base.example\nnew@base.example', true)).lines).toMatchObject([
      { email: 'new@base.example', outcome: 'invited' },
      { outcome: 'invalid', errors: ['This address is in the file twice.'] },
    ]);
  });

  test('takes no address with letters of which some are the same to one program and not to another', async () => {
    const wrong = { outcome: 'invalid', errors: ['This is not an e-mail address.'] };
    expect(await invite('email\n\u0130bo@base.example\nibo@base.example')).toMatchObject({
      status: 200,
      stored: false,
      lines: [wrong, { outcome: 'invited' }],
    });
    const others = ['\u212aim', 'm\u00fcller', 'an a', '\uff21na'];
    const { lines } = await invite(['email', ...others.map((name) => `${name}@base.example`)].join('\n'), true);
    expect(lines).toMatchObject(others.map(() => wrong));
    const usual = "o'neil+new_1.x-y!#$%&*/=?^`{}~";
    expect(await invite(`email\n${usual}@base.example`, true)).toMatchObject({ lines: [{ outcome: 'invited' }] });
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
