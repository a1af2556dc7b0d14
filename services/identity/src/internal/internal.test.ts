import { randomUUID } from 'node:crypto';
import { headersOf, headersOfAnyone } from '@koinonia/kit/testing/callers.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs, askInternally, type Identity, known, startIdentity } from '../testing/identity.ts';

let identity: Identity;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const issued = (account: string, more: Record<string, string> = {}) => ({
  issuer: identity.issuer.url,
  subject: `sub-of-${account}`,
  email: `${account}@base.example`,
  name: '',
  picture: '',
  ...more,
});
const resolve = (body: unknown, node: { url: string } = identity) =>
  askInternally(node, '/internal/people/resolve', body);

test.each([
  '/internal/people/resolve',
  '/internal/people/resolve-many',
  '/internal/access/check',
  '/internal/people/look-up',
  '/internal/sessions/resolve',
  '/internal/people/changes',
  '/internal/people/describe',
  '/internal/acts',
])('%s is for our own processes alone', async (path) => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(identity.url + path, { method: 'POST', headers, body: null })).status;
  expect(await ask({})).toBe(401);
  expect(await ask(await headersOfAnyone('identity'))).toBe(403);
  expect(await ask(await headersOf(randomUUID(), 'identity'))).toBe(403);
});

test('how people sign in is told to our own processes', async () => {
  const { body } = await askInternally(identity, '/internal/sign-in-settings');
  expect(body).toEqual({ issuer: identity.issuer.url, clientId: identity.issuer.clientId, domain: 'base.example' });
  const asAnyone = await fetch(`${identity.url}/internal/sign-in-settings`, {
    headers: await headersOfAnyone('identity'),
  });
  expect(asAnyone.status).toBe(403);
});

describe('a person whom the product has not seen', () => {
  test('is made once, however many calls of theirs come together, to two nodes', async () => {
    const other = await identity.build();
    const changes = identity.heard('usersChanged');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => resolve(issued('grace'), index % 2 === 0 ? identity : other)),
    );
    await other.app.close();
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { active: true } });
    await eventually(() => expect(changes).toEqual([{}]));
    const rows = await identity.db.selectFrom('users').select('id').where('subject', '=', 'sub-of-grace').execute();
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['the name in their token', { name: '  Grace Wanjiru ' }, 'Grace Wanjiru'],
    ['one line that turns no text around it', { name: 'Grace\n\u202eWanjiru' }, 'Grace Wanjiru'],
    ['the part of the address before its last @ without one', { email: '"a@b"@base.example' }, '"a@b"'],
    [
      'that part with a name of which nothing shows',
      { email: 'grace.w@base.example', name: '\u2060\u200b' },
      'grace.w',
    ],
    ['no more than 100 characters', { name: '𝒜'.repeat(120) }, '𝒜'.repeat(100)],
    ['what can be stored of it', { name: 'Gra\0ce' }, 'Grace'],
  ])('is called by %s', async (what, more, displayName) => {
    const { body } = await resolve(issued(what, more));
    const { uid } = body as { uid: string };
    expect(await askAs(uid, identity, { path: '/api/me' })).toMatchObject({ body: { displayName } });
  });

  test('is somebody else than an earlier holder of the same address', async () => {
    const first = await resolve(issued('info'));
    const second = await resolve(issued('info', { subject: 'another-sub' }));
    const elsewhere = await resolve(issued('info', { issuer: 'https://another.issuer.example' }));
    expect(new Set([first, second, elsewhere].map(({ body }) => (body as { uid: string }).uid)).size).toBe(3);
  });
});

test('a person who comes again keeps what they have made of their account, and gets their new address', async () => {
  const uid = await known(identity, 'jonas', 'Jonas');
  await askAs(uid, identity, { method: 'POST', path: '/api/update-profile', body: { displayName: 'Joni' } });
  await resolve(issued('jonas', { email: 'jonas.l@base.example', name: 'Jonas Lindqvist' }));
  expect(await askAs(uid, identity, { path: '/api/me' })).toMatchObject({
    body: { displayName: 'Joni', email: 'jonas.l@base.example' },
  });
});

test('many are resolved in their order, those whom the product knows, has not seen, or knows by an earlier address', async () => {
  const moved = issued('noor-before');
  const known = await Promise.all([issued('aroha'), moved].map(async (one) => (await resolve(one)).body));
  const asked = [{ ...moved, email: 'noor@base.example' }, issued('sina'), issued('aroha'), issued('sina')];
  const { status, body } = await askInternally(identity, '/internal/people/resolve-many', asked);
  const [first, second, third, fourth] = body as { uid: string }[];
  expect(status).toBe(200);
  expect([first, third]).toEqual([known[1], known[0]]);
  expect(second).toEqual(fourth);
  expect(await askAs(first?.uid ?? '', identity, { path: '/api/me' })).toMatchObject({
    body: { email: 'noor@base.example' },
  });
});

test('people are looked up, and who does not exist is left out', async () => {
  const uid = await known(identity, 'olena', 'Олена');
  const { body } = await askInternally(identity, '/internal/people/look-up', { uids: [randomUUID(), 'no id', uid] });
  expect(body).toEqual([{ uid, displayName: 'Олена', role: 'member', active: true }]);
});

test('access is checked for thousands at once; who never was has none', async () => {
  const uid = await known(identity, 'mateo');
  const strangers = ['no id', ...Array.from({ length: 4998 }, () => randomUUID())];
  const { status, body } = await askInternally(identity, '/internal/access/check', {
    sessions: strangers,
    people: [...strangers, uid],
  });
  expect(status).toBe(200);
  expect(body).toEqual({ endedSessions: strangers, inactivePeople: strangers });
});

describe('the photo that media keeps for somebody', () => {
  const give = (uid: string, body: unknown) => askInternally(identity, `/internal/people/${uid}/photo`, body);
  const photoOf = async (uid: string) => (await askAs(uid, identity, { path: '/api/me' })).body;

  test('becomes theirs, which they hear', async () => {
    const uid = await known(identity, 'tevita');
    const updates = identity.heard('personUpdated');
    expect((await give(uid, { photoURL: '/api/media/a' })).status).toBe(204);
    expect(await photoOf(uid)).toMatchObject({ photoURL: '/api/media/a' });
    await eventually(() => expect(updates).toMatchObject([{ me: { uid, photoURL: '/api/media/a' } }]));
  });

  test('does not replace one of their own where it should not', async () => {
    const uid = await known(identity, 'leilani');
    expect((await give(uid, { photoURL: '/api/media/from-issuer', unlessSet: true })).status).toBe(204);
    expect((await give(uid, { photoURL: '/api/media/later', unlessSet: true })).status).toBe(204);
    expect(await photoOf(uid)).toMatchObject({ photoURL: '/api/media/from-issuer' });
  });

  test('is refused for nobody, and from anyone', async () => {
    expect((await give(randomUUID(), { photoURL: '/a', unlessSet: true })).status).toBe(404);
    expect((await give('nobody', { photoURL: '/a' })).status).toBe(404);
    const answer = await fetch(`${identity.url}/internal/people/${randomUUID()}/photo`, {
      method: 'POST',
      headers: await headersOf(randomUUID(), 'identity'),
    });
    expect(answer.status).toBe(403);
  });
});

describe('who changed since', () => {
  const changesSince = async (since: string | null) =>
    (await askInternally(identity, '/internal/people/changes', { since })).body as {
      until: string;
      people: { uid: string; changedAt: string }[];
    };

  test('is told to whoever looks again, with what the bus would have told them', async () => {
    const uid = await known(identity, 'amara');
    const { until, people } = await changesSince(null);
    expect(people).toEqual([]);
    const updates = identity.heard('personUpdated');
    await askAs(uid, identity, { method: 'POST', path: '/api/update-profile', body: { displayName: 'Amara O' } });
    await eventually(() => expect(updates).toHaveLength(1));
    const later = await changesSince(until);
    expect(later.people).toContainEqual({ uid, changedAt: updates[0]?.changedAt });
    const { body } = await askInternally(identity, '/internal/people/describe', { uids: [uid, randomUUID()] });
    expect(body).toEqual([updates[0]?.me]);
    await identity.db
      .updateTable('users')
      .set({ changed_at: new Date(Date.now() - 60_000) })
      .execute();
    expect((await changesSince(until)).people).toEqual([]);
  });

  test('is asked next from the beginning of a change that is not committed yet', async () => {
    const uid = await known(identity, 'thabo');
    await identity.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ theme: 'dark' }).where('id', '=', uid).execute();
      const { rows } = await sql<{ began: Date }>`select now() as began`.execute(trx);
      expect((await changesSince(null)).until).toBe(rows[0]?.began.toISOString());
    });
  });
});
