import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@koinonia/contracts/audit.ts';
import { sql } from 'kysely';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs, askInternally, type Identity, known, startIdentity } from '../testing/identity.ts';

let identity: Identity;
let ruth: string;
let ben: string;

beforeAll(async () => {
  identity = await startIdentity();
  ruth = await known(identity, 'ruth', 'Ruth Adeyemi');
  ben = await known(identity, 'ben', '=HYPERLINK("https://evil.example")');
});

afterAll(() => identity.stop());

const change = (body: unknown, uid = ben) =>
  askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${uid}`, body });
const log = async (query = '', uid = ruth) => askAs(uid, identity, { path: `/api/audit${query}` });
const entries = async (query = '') => ((await log(query)).body as { entries: AuditEntry[] }).entries;
const verify = async () => (await askAs(ruth, identity, { path: '/api/audit/verify' })).body;
const reported = (more: object = {}) => ({
  id: randomUUID(),
  at: new Date().toISOString(),
  by: ruth,
  act: 'group.changed',
  target: { kind: 'group', id: randomUUID(), name: 'Kitchen' },
  before: { name: 'Kitchen' },
  after: { name: 'Catering' },
  address: '203.0.113.9',
  userAgent: '',
  ...more,
});

test.each(['/api/audit', '/api/audit/export', '/api/audit/verify'])('%s is for admins alone', async (path) => {
  expect((await fetch(identity.url + path)).status).toBe(401);
  expect(await askAs(ben, identity, { path })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  await change({ role: 'admin' });
  expect(await askAs(ben, identity, { path })).toMatchObject({ status: 200 });
  await change({ role: 'member' });
  expect(await askAs(ben, identity, { path })).toMatchObject({ status: 403 });
});

test('that ADMIN_EMAILS made an admin is told as nobody’s act', async () => {
  expect((await entries(`?search=Ruth&act=person.role`)).at(-1)).toMatchObject({
    by: null,
    target: { id: ruth },
    before: null,
    after: { role: 'admin' },
    address: '',
    device: '',
  });
});

describe('the audit log', () => {
  test('tells who did what to whom, when, from where, and what was before and after', async () => {
    await change({ role: 'admin', active: false });
    const [last, before] = await entries();
    expect([before, last]).toEqual([
      {
        seq: expect.any(Number),
        at: expect.stringMatching(/Z$/),
        by: { uid: ruth, displayName: 'Ruth Adeyemi' },
        act: 'person.role',
        target: { kind: 'person', id: ben, name: '=HYPERLINK("https://evil.example")' },
        before: { role: 'member' },
        after: { role: 'admin' },
        address: '203.0.113.7',
        device: 'Firefox on Windows',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      expect.objectContaining({ act: 'person.active', before: { active: true }, after: { active: false } }),
    ]);
    await change({ role: 'member', active: true });
  });

  test('tells nothing of what did not happen', async () => {
    const [last] = await entries();
    await change({ role: 'member' });
    await change({ role: 'admin', groups: ['Astronauts'] });
    await change({ role: 'admin' }, randomUUID());
    expect((await entries())[0]).toEqual(last);
  });

  test('holds what the groups service did, once, however often it is told', async () => {
    const id = await identity.makeGroup(ruth, 'Kitchen');
    await change({ groups: ['Kitchen'] });
    await identity.changeGroup(ruth, id, 'Catering');
    await eventually(async () =>
      expect((await entries()).slice(0, 3)).toMatchObject([
        { act: 'group.changed', target: { kind: 'group', id, name: 'Catering' }, before: { name: 'Kitchen' } },
        { act: 'person.groups', target: { id: ben }, after: { groups: ['All Staff', 'Kitchen'] } },
        { act: 'group.created', by: { uid: ruth } },
      ]),
    );
    const act = reported();
    for (let time = 0; time < 2; time += 1) {
      expect((await askInternally(identity, '/internal/acts', { act, people: [] })).status).toBe(204);
    }
    expect((await entries()).filter(({ target }) => target?.id === act.target.id)).toHaveLength(1);
    expect((await askInternally(identity, '/internal/acts', { act: reported({ act: 'x' }), people: [] })).status).toBe(
      400,
    );
  });

  test('is read page by page and searched', async () => {
    await identity.makeGroup(ruth, 'Laundry');
    await eventually(async () => expect(await entries('?act=group.created')).not.toEqual([]));
    await askInternally(identity, '/internal/acts', { act: reported(), people: [] });
    await change({ role: 'admin' });
    await change({ role: 'member' });
    const first = await log('?limit=2');
    const { entries: page, total } = first.body as { entries: AuditEntry[]; total: number };
    expect(page).toHaveLength(2);
    expect(page[0]?.seq).toBe(total);
    expect((await entries(`?limit=2&before=${page[1]?.seq}`))[0]?.seq).toBe(total - 2);
    const found = await entries('?search=CATER');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((entry) => JSON.stringify(entry).includes('Catering'))).toBe(true);
    expect(await entries('?search=%25')).toEqual([]);
    expect((await entries('?search=role+changed')).map(({ act }) => act)).toContain('person.role');
    const created = await entries('?act=group.created');
    expect(created.length).toBeGreaterThan(0);
    expect(created.every(({ act }) => act === 'group.created')).toBe(true);
    expect(await entries(`?to=${new Date(0).toISOString()}`)).toEqual([]);
    const ofBen = await entries(`?person=${ben}`);
    expect(ofBen.length).toBeGreaterThan(0);
    expect(ofBen.every(({ by, target }) => by?.uid === ben || target?.id === ben)).toBe(true);
    expect(await entries('?person=nobody')).toEqual([]);
    for (const wrong of ['limit=0', 'limit=201', 'limit=1e1', 'act=x', 'before=a', 'before=0x10', 'from=yesterday']) {
      expect(await log(`?${wrong}`)).toMatchObject({ status: 400 });
    }
  });

  test('is searched by what stands in it, whatever the order of the words, their case and accents', async () => {
    const jose = await known(identity, 'jose', 'José Ñandú');
    await change({ role: 'admin' }, jose);
    for (const name of ['Łódź', 'Prayer "A" Team\\x']) await identity.makeGroup(ruth, name, true);
    await change({ groups: ['Łódź', 'Prayer "A" Team\\x'], active: false }, jose);
    await eventually(async () => expect(await entries(`?act=person.groups&person=${jose}`)).toHaveLength(1));
    const found = async (search: string) =>
      (await entries(`?search=${encodeURIComponent(search)}&limit=200`)).map(({ act }) => act).toSorted();
    const ofJose = ['person.active', 'person.groups', 'person.role'];
    for (const search of ['Jose Nandu', 'ñandu  JOSÉ', 'Adeyemi jose@base nandu']) {
      expect(await found(search), search).toEqual(ofJose);
    }
    expect(await found('nandu ROLE changed')).toEqual(['person.role']);
    expect(await found('lodz jose')).toEqual(['person.groups']);
    for (const search of ['lodz', 'ŁÓDŹ', '"A"', 'team\\x', 'Prayer "A" Team\\x']) {
      expect(await found(search), search).toEqual(['group.created', 'person.groups']);
    }
    // Keys, and how values are escaped, are nothing that anybody sees.
    for (const search of ['isPrivate', 'private', 'true', '\\"', 'groups:', '{', 'lodz choir']) {
      expect(await found(search), search).toEqual([]);
    }
    expect((await found('   ')).length).toBeGreaterThan(10);
  });

  test('is taken away as CSV in which no cell is a formula, which is recorded', async () => {
    const { status, body } = await askAs(ruth, identity, { path: '/api/audit/export?search=hyperlink' });
    expect(status).toBe(200);
    expect(body).toContain('Number,Time,By,Action,What happened,Act,Kind,Target,Before,After,Address,Device,Hash');
    expect(body).toMatch(/Role changed,"Ruth Adeyemi made =HYPERLINK.* an admin; Before: member",person\.role,/);
    expect(body).not.toMatch(/(^|[,;\t]|\n)"?[=+@]/);
    expect((await entries())[0]).toMatchObject({ act: 'audit.exported', by: { uid: ruth }, target: null });
  });

  test('stays one chain when many write to it together', async () => {
    const others = await Promise.all(['ada', 'eva', 'tom', 'ida'].map((account) => known(identity, account)));
    await Promise.all(others.map((uid) => change({ role: 'admin' }, uid)));
    await Promise.all([
      ...others.map((uid) => change({ active: false }, uid)),
      ...Array.from({ length: 10 }, () =>
        askInternally(identity, '/internal/acts', { act: reported(), people: [ben] }),
      ),
    ]);
    const newest = await entries('?limit=1');
    expect(await verify()).toEqual({ ok: true, entries: newest[0]?.seq, head: newest[0]?.hash, fault: null });
  });
});

describe('a line of the audit log that is', () => {
  /** What an attacker with full access to the database could do. */
  async function tamper(statement: ReturnType<typeof sql>) {
    await sql`alter table audit_log disable trigger audit_log_stays`.execute(identity.db);
    await statement.execute(identity.db);
    await sql`alter table audit_log enable trigger audit_log_stays`.execute(identity.db);
  }

  /** The log is as it was afterwards. */
  async function whileTampered(statement: ReturnType<typeof sql>, look: () => Promise<void>) {
    await sql`create table saved as select * from audit_log`.execute(identity.db);
    try {
      await tamper(statement);
      await look();
    } finally {
      await tamper(sql`delete from audit_log`);
      await sql`insert into audit_log select * from saved`.execute(identity.db);
      await sql`drop table saved`.execute(identity.db);
    }
    expect(await verify()).toMatchObject({ ok: true });
  }

  /** There are three lines at least. */
  beforeAll(async () => {
    for (const role of ['admin', 'member']) await change({ role });
  });

  test('to be changed or removed is refused by the database', async () => {
    await expect(sql`update audit_log set act = 'person.role'`.execute(identity.db)).rejects.toThrow(/never changed/);
    await expect(sql`delete from audit_log`.execute(identity.db)).rejects.toThrow(/never changed/);
  });

  test.each([
    ['changed', () => sql`update audit_log set after = '{"role":"owner"}' where seq = 3`, 3],
    ['given to another time', () => sql`update audit_log set at = at - interval '1 hour' where seq = 3`, 3],
    ['given to somebody else', () => sql`update audit_log set by = ${randomUUID()}::uuid where seq = 3`, 3],
    ['told of somebody else', () => sql`update audit_log set target_id = ${randomUUID()}::uuid where seq = 3`, 3],
    ['told of something of another name', () => sql`update audit_log set target_name = 'x' where seq = 3`, 3],
    ['told of something of another kind', () => sql`update audit_log set target_kind = 'invitation' where seq = 3`, 3],
    ['told as another act', () => sql`update audit_log set act = act || 's' where seq = 3`, 3],
    ['given another beginning', () => sql`update audit_log set before = '{"role":"owner"}' where seq = 3`, 3],
    ['given to another address', () => sql`update audit_log set address = '203.0.113.99' where seq = 3`, 3],
    ['given to another device', () => sql`update audit_log set device = 'Safari on iPhone' where seq = 3`, 3],
    ['given another id', () => sql`update audit_log set id = ${randomUUID()}::uuid where seq = 3`, 3],
    ['removed', () => sql`delete from audit_log where seq = 3`, 3],
  ])('%s shows', async (_, statement, fault) => {
    await whileTampered(statement(), async () => expect(await verify()).toMatchObject({ ok: false, fault }));
  });

  test('the last one and removed shows', async () => {
    const { entries: count } = (await verify()) as { entries: number };
    await whileTampered(sql`delete from audit_log where seq = ${count}`, async () =>
      expect(await verify()).toMatchObject({ ok: false, fault: count }),
    );
  });
});
