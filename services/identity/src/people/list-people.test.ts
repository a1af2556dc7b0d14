import { randomUUID } from 'node:crypto';
import { totalHeader } from '@koinonia/contracts/common.ts';
import type { Person } from '@koinonia/contracts/identity.ts';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs, type Identity, known, startIdentity } from '../testing/identity.ts';

let identity: Identity;
let ruth: string;
let ben: string;
let eva: string;

beforeAll(async () => {
  identity = await startIdentity();
  ruth = await known(identity, 'ruth', 'Ruth Adeyemi');
  ben = await known(identity, 'ben', 'Ben Boyd');
  eva = await known(identity, 'zz-eva', 'eva 100% Santos');
  await askAs(ben, identity, { method: 'POST', path: '/api/update-profile', body: { phone: '+1 (555) 010-0199' } });
  for (const name of ['Kitchen', 'Choir']) await identity.makeGroup(ruth, name);
  await change(ben, { groups: ['Kitchen'] });
  await change(eva, { groups: ['Choir'] });
});

afterAll(() => identity.stop());

const change = (uid: string, body: unknown) =>
  askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${uid}`, body });

async function list(query: string, uid = ruth) {
  const answer = await fetch(`${identity.url}/api/users${query}`, { headers: await headersOf(uid, 'identity') });
  const body = (await answer.json()) as Person[];
  return {
    status: answer.status,
    total: answer.headers.get(totalHeader),
    names: answer.ok ? body.map((p) => p.uid) : [],
  };
}

describe('an admin lists people', () => {
  test('all of them by name when nothing is asked', async () => {
    expect(await list('')).toEqual({ status: 200, total: '3', names: [ben, eva, ruth] });
  });

  test('sorted by each column, both ways', async () => {
    expect((await list('?sort=email')).names).toEqual([ben, ruth, eva]);
    expect((await list('?sort=email&order=desc')).names).toEqual([eva, ruth, ben]);
    expect((await list('?sort=role')).names).toEqual([ruth, ben, eva]);
    expect((await list('?sort=group')).names).toEqual([eva, ben, ruth]);
    expect((await list('?sort=group&order=desc')).names).toEqual([ben, eva, ruth]);
  });

  test('by name wherever one has other letters than English', async () => {
    const [adam, elise] = [await known(identity, 'zz-adam', 'Ádám Kiss'), await known(identity, 'zz-elise', 'Élise')];
    const lukasz = await known(identity, 'zz-lukasz', 'Łukasz');
    const [byName, byRole] = [await list(''), await list('?sort=role')];
    await identity.db.deleteFrom('users').where('id', 'in', [adam, elise, lukasz]).execute();
    expect(byName.names).toEqual([adam, ben, elise, eva, lukasz, ruth]);
    expect(byRole.names).toEqual([ruth, adam, ben, elise, eva, lukasz]);
  });

  test('page by page, with the number of all', async () => {
    expect(await list('?limit=2')).toMatchObject({ total: '3', names: [ben, eva] });
    expect(await list('?limit=2&offset=2')).toMatchObject({ total: '3', names: [ruth] });
    expect(await list('?sort=group&limit=1&offset=1')).toMatchObject({ total: '3', names: [ben] });
    expect(await list('?limit=2&offset=9')).toMatchObject({ total: '3', names: [] });
  });

  test.each([
    ['part of a name in any case', 'ADEY', () => [ruth]],
    ['part of an address', 'zz-', () => [eva]],
    ['a phone number however it is written', '555-0100', () => [ben]],
    ['what is a wildcard elsewhere', '100%', () => [eva]],
    ['nobody', '_____', () => []],
  ])('by %s', async (_, search, found) => {
    expect((await list(`?search=${encodeURIComponent(search)}`)).names).toEqual(found());
  });

  test.each([
    ['all words, in any order', 'ferreira ana'],
    ['words with more spaces between them', 'Ana  Lúcia'],
    ['parts of words', ' FER  lu '],
    ['a name without its accents', 'lucia'],
    ['a name with other accents, taken apart', 'lu\u0301ci\u00e0'],
    ['a word of the name and one of the address', 'ferreira zz-'],
    ['a word of the name and one of the phone number', 'ana 0777'],
    ['a phone number in parts and a word of the name', '555 (0777) lúcia'],
  ])('by %s', async (_, search) => {
    const ana = await known(identity, 'zz-ana', 'Ana Lúcia Ferreira');
    await identity.db.updateTable('users').set({ phone: '+1 555 0777' }).where('id', '=', ana).execute();
    const found = await list(`?search=${encodeURIComponent(search)}`);
    await identity.db.deleteFrom('users').where('id', '=', ana).execute();
    expect(found).toEqual({ status: 200, total: '1', names: [ana] });
  });

  test.each([
    ['Łukasz Ⅷ', 'łuk VIII'],
    ['Łukasz Sørensen', 'lukasz sorensen'],
    ['Đặng Đức', 'dang duc'],
    ['Işıl Yıldız', 'isil yildiz'],
    ['Hans Strauß', 'STRAUSS'],
    ['STRAUẞ', 'strauß'],
    ['Ægir Þórsson', 'aegir thorsson'],
    ['Κώστας', 'ΚΩΣ'],
    ['Νίκος', 'ΝΙΚΟΣ'],
    ['Юлия', 'ЮЛИЯ'],
    ['Žofie O´Brien', 'o´brien zof'],
    ['أحمد إبراهيم', 'ابراهيم احمد'],
    ['فاطمة مصطفى', 'فاطمه مصطفي'],
    ['محـــمد', 'محمد'],
    ['김민준', '김'],
    ['Taufaʻahau Tuʻipulotu', 'taufaahau tui'],
    ['Taufaʻahau', "taufa'ahau"],
    ["O'Brien", 'o’brien'],
    ['O’Brien', 'obrien'],
    ['obrien', 'O´Brien'],
    ['Kealoha‑Nakamura', 'kealoha-nakamura'],
    ['Kealoha-Nakamura', 'kealoha–nakamura'],
    ['علی\u200cرضا کریمی', 'علیرضا'],
    ['علیرضا کریمی', 'علی\u200cرضا'],
    ['Ma\u00adria', 'maria'],
    ['Zof\u{e0041}ie ❤\ufe0f', 'zofie \u200b ❤'],
    ['Ana \\ 50%_', '_ \\ %'],
  ])('called %s by %s, as where people are chosen', async (name, search) => {
    const uid = await known(identity, 'zz-other', name);
    const found = await list(`?search=${encodeURIComponent(search)}`);
    await identity.db.deleteFrom('users').where('id', '=', uid).execute();
    expect(found.names).toEqual([uid]);
  });

  test.each([
    ['٠٧٧٠١٢٣٤٥٦', '(077) 012-3456'],
    ['٠٧٧٠١٢٣٤٥٦', '٠٧٧٠١٢٣٤٥٦'],
    ['0770123456', '۰۷۷۰۱۲'],
    ['𞥑𞥒𞥓𞥔𞥕', '12345'],
    ['＋１ ４１５', '+1 (415)'],
    ['4155550123', '+1 (415) 555-0123'],
    ['4155550123', '1 415 555 0123'],
    ['4155550123', '+1 (415)'],
    ['+1 415 555 0123', '415/555'],
    ['+1 415 555 0123', '\u202a+1\u00a0415\u2011555\u20110123\u202c'],
    ['\u202a+33612345678\u202c', '+33 6 12 34 56 78'],
    ['+1 415 555 0123', '555\u20130123 zz-'],
  ])('with the number %s by %s', async (phone, search) => {
    const uid = await known(identity, 'zz-other', 'Ana');
    await askAs(uid, identity, { method: 'POST', path: '/api/update-profile', body: { phone } });
    const found = await list(`?search=${encodeURIComponent(search)}`);
    await identity.db.deleteFrom('users').where('id', '=', uid).execute();
    expect(found.names).toEqual([uid]);
  });

  test('by a phone number only where all of it is found', async () => {
    expect((await list('?search=1555')).names).toEqual([ben]);
    expect((await list('?search=1010')).names).toEqual([]);
    expect((await list('?search=%2B1%2055')).names).toEqual([ben]);
    expect((await list('?search=%2B1%2001')).names).toEqual([]);
  });

  test('by words of which each must be found', async () => {
    expect((await list('?search=ruth%20boyd')).names).toEqual([]);
    expect((await list('?search=ben%20555%20777')).names).toEqual([]);
    expect((await list('?search=ruth%205550100')).names).toEqual([]);
    expect((await list('?search=%20%20')).names).toEqual([ben, eva, ruth]);
  });

  test('by words, page by page', async () => {
    expect(await list('?search=example%20base&limit=2')).toMatchObject({ total: '3', names: [ben, eva] });
    expect(await list('?search=example%20base&limit=2&offset=2')).toMatchObject({ total: '3', names: [ruth] });
  });

  test('of one group, whatever its letters; of everyone; of none that there is', async () => {
    expect((await list('?group=kitchen')).names).toEqual([ben]);
    expect((await list('?group=All%20Staff&search=e&limit=1')).total).toBe('3');
    expect(await list('?group=Astronauts')).toMatchObject({ status: 200, total: '0', names: [] });
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=%205',
    'offset=-1',
    'offset=',
    'sort=phone',
    'order=up',
    `search=${'x'.repeat(101)}`,
  ])('not with %s', async (query) => expect((await list(`?${query}`)).status).toBe(400));

  test('those who may come in, or those who may not', async () => {
    await change(eva, { active: false });
    expect((await list('?status=deactivated')).names).toEqual([eva]);
    expect((await list('?status=active')).names).toEqual([ben, ruth]);
    expect((await list('?status=active', ben)).status).toBe(403);
    await change(eva, { active: true });
  });

  test('five thousand of them, by a page or as a whole', async () => {
    const people = Array.from({ length: 5000 }, (_, number) => ({
      id: randomUUID(),
      issuer: 'many',
      subject: String(number),
      email: `person-${number}@base.example`,
      display_name: `Person ${number}`,
      role: 'member' as const,
    }));
    await identity.db.insertInto('users').values(people).execute();
    expect(await list('?search=person-49&sort=email&limit=50&offset=100')).toMatchObject({ status: 200, total: '111' });
    expect((await list('?sort=group&limit=50')).total).toBe('5003');
    expect((await list('')).names).toHaveLength(5003);
    await identity.db.deleteFrom('users').where('issuer', '=', 'many').execute();
  });
});

describe('a member', () => {
  test('searches names and addresses, and no phone numbers', async () => {
    expect(await list('?search=adey', eva)).toMatchObject({ status: 200, names: [ruth] });
    expect((await list('?search=ade%20rúth', eva)).names).toEqual([ruth]);
    expect((await list('?search=5550100', eva)).names).toEqual([]);
    expect((await list('?search=ben%205550100', eva)).names).toEqual([]);
  });

  test.each(['group=Kitchen', 'sort=group', 'sort=role'])('learns nothing of groups and roles by %s', async (query) => {
    expect((await list(`?${query}`, eva)).status).toBe(403);
  });
});

describe('the list as CSV', () => {
  test('is for admins, holds no formulas, and is recorded', async () => {
    const formula = '=HYPERLINK("https://evil.example","Ben")';
    const callBen = (displayName: string) =>
      askAs(ben, identity, { method: 'POST', path: '/api/update-profile', body: { displayName } });
    await callBen(formula);
    const changes = identity.heard('usersChanged');
    expect(await askAs(ben, identity, { path: '/api/users/export' })).toMatchObject({ status: 403 });
    const { status, body } = await askAs(ruth, identity, { path: '/api/users/export' });
    expect(status).toBe(200);
    await eventually(() => expect(changes, 'who else has the log open sees the line').toHaveLength(1));
    const [headings, ...lines] = String(body).trim().split('\r\n');
    expect(headings).toContain('Name,Email,Phone,Role,Groups,Active,Id');
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).toContain(`"'=HYPERLINK(""https://evil.example"",""Ben"")"`);
    expect(lines.join('\n')).toContain("'+1 (555) 010-0199");
    await callBen("Ben;=cmd|'/C calc'!A0;x");
    expect((await askAs(ruth, identity, { path: '/api/users/export?search=ben' })).body).toContain("Ben;'=cmd|");
    await askAs(ruth, identity, { path: '/api/users/export?search=eva' });
    const log = await askAs(ruth, identity, { path: '/api/audit?act=people.exported' });
    expect(log.body).toMatchObject({
      entries: [
        { by: { uid: ruth }, after: { people: 1, searched: true } },
        { by: { uid: ruth }, after: { people: 1, searched: true } },
        { by: { uid: ruth }, after: { people: 3, searched: false } },
      ],
    });
    expect(JSON.stringify(log.body), 'names that were searched for are not kept').not.toMatch(/"(eva|ben)"/);
    await callBen('Ben Boyd');
  });
});
