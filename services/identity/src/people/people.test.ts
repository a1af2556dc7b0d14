import { randomUUID } from 'node:crypto';
import { maxNameLength } from '@koinonia/contracts/common.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs, type Identity, known, startIdentity } from '../testing/identity.ts';

let identity: Identity;
let ruth: string;
let ben: string;

beforeAll(async () => {
  identity = await startIdentity();
  ruth = await known(identity, 'ruth', 'Ruth Adeyemi');
  ben = await known(identity, 'ben', 'Ben Boyd');
});

afterAll(() => identity.stop());

test.each([
  ['GET', '/api/me'],
  ['GET', '/api/users'],
  ['GET', `/api/user/${randomUUID()}`],
  ['POST', '/api/update-profile'],
  ['PATCH', `/api/users/${randomUUID()}`],
  ['DELETE', `/api/users/${randomUUID()}`],
  ['DELETE', `/api/users/${randomUUID()}/sessions`],
  ['GET', '/api/users/export'],
  ['POST', '/api/me/download'],
  ['GET', '/api/me/deletion-request'],
  ['POST', '/api/me/deletion-request'],
  ['DELETE', '/api/me/deletion-request'],
  ['GET', '/api/invitations'],
  ['POST', '/api/invitations'],
  ['DELETE', `/api/invitations/${randomUUID()}`],
])('%s %s is not for anonymous callers', async (method, url) => {
  const answer = await fetch(identity.url + url, { method });
  expect(answer.status).toBe(401);
});

describe('one’s own account', () => {
  test("is a member's with theme auto and 'All Staff' when it is new", async () => {
    const joy = await known(identity, 'joy', 'Joy Boyd');
    const { status, body } = await askAs(joy, identity, { path: '/api/me' });
    expect([status, body]).toEqual([
      200,
      {
        uid: joy,
        displayName: 'Joy Boyd',
        email: 'joy@base.example',
        phone: '',
        photoURL: '',
        role: 'member',
        theme: 'auto',
        groups: ['All Staff'],
      },
    ]);
  });

  test('is nobody’s who is not known', async () => {
    expect(await askAs(randomUUID(), identity, { path: '/api/me' })).toMatchObject({ status: 401 });
    expect(await askAs('no id at all', identity, { path: '/api/me' })).toMatchObject({ status: 401 });
  });
});

describe('the profile', () => {
  const save = (body: unknown) => askAs(ben, identity, { method: 'POST', path: '/api/update-profile', body });

  test('is saved, and told to the person’s other devices and to admins', async () => {
    const updates = identity.heard('personUpdated');
    const changes = identity.heard('usersChanged');
    const { status, body } = await save({ displayName: '  Benjamin Boyd ', phone: ' +1 555 0100 ', theme: 'dark' });
    const expected = { uid: ben, displayName: 'Benjamin Boyd', phone: '+1 555 0100', theme: 'dark' };
    expect([status, body]).toMatchObject([200, expected]);
    expect((await askAs(ben, identity, { path: '/api/me' })).body).toEqual(body);
    await eventually(() => expect([updates, changes]).toMatchObject([[{ me: body }], [{}]]));
  });

  test('keeps the fields that are left out', async () => {
    const before = (await askAs(ben, identity, { path: '/api/me' })).body;
    expect(await save({})).toEqual({ status: 200, body: before });
    expect(await save({ theme: 'light' })).toEqual({ status: 200, body: { ...Object(before), theme: 'light' } });
  });

  test.each([
    ['٠٧٧٠ ١٢٣٤٥٦', '0770 123456'],
    ['\u202a+1\u00a0415\u202c', '+1 415'],
    ['', ''],
  ])('has the number %j with plain digits', async (phone, stored) => {
    expect(await save({ phone })).toMatchObject({ status: 200, body: { phone: stored } });
  });

  test.each([
    ['that is too long', '1'.repeat(41)],
    ['that plain digits make too long', '\u00bd'.repeat(40)],
  ])('has no number %s', async (_case, phone) => {
    expect(await save({ phone })).toMatchObject({
      status: 400,
      body: { error: 'phone: is longer than 40 characters' },
    });
  });

  test('changes nothing but name, phone and theme', async () => {
    await save({
      role: 'admin',
      email: 'ruth@base.example',
      active: false,
      groups: ['Leaders'],
      uid: ruth,
      theme: 'auto',
    });
    expect((await askAs(ben, identity, { path: '/api/me' })).body).toMatchObject({
      uid: ben,
      role: 'member',
      email: 'ben@base.example',
      groups: ['All Staff'],
    });
  });

  test.each([
    ['a blank name', { displayName: ' \t ' }],
    ['a name of invisible characters', { displayName: '\u200b\u2060' }],
    ['a name of control characters', { displayName: '\u0001\u0002' }],
    ['a name of more than 100 characters', { displayName: 'x'.repeat(101) }],
    ['a name that cannot be stored', { displayName: 'Ben\0' }],
    ['a phone of more than 40 characters', { phone: '1'.repeat(41) }],
    ['a theme that is none', { theme: 'pink' }],
    ['a name that is no text', { displayName: { $ne: '' } }],
  ])('%s is refused', async (_, body) => {
    expect(await save(body)).toMatchObject({ status: 400, body: { error: expect.any(String), code: 'invalid' } });
  });

  test('takes names of any script at their full length', async () => {
    const displayName = '𝒜'.repeat(100);
    expect(await save({ displayName })).toMatchObject({ status: 200, body: { displayName } });
    expect(await save({ displayName: 'مريم حداد' })).toMatchObject({ body: { displayName: 'مريم حداد' } });
  });

  test('a name of the longest length is still that long when it is saved, and so may be saved again', async () => {
    // Letters that Unicode's composition takes apart.
    const displayName = '\u0958'.repeat(maxNameLength);
    for (const wanted of [displayName, displayName])
      expect(await save({ displayName: wanted })).toMatchObject({ status: 200, body: { displayName } });
  });

  test('a name is one line that turns no text around it', async () => {
    const displayName = ' Ben\r\nthe \t admin \u202e\u2066';
    expect(await save({ displayName })).toMatchObject({ status: 200, body: { displayName: 'Ben the admin' } });
  });
});

describe('a colleague', () => {
  test('is shown by name and photo, and nothing more', async () => {
    expect(await askAs(ben, identity, { path: `/api/user/${ruth}` })).toEqual({
      status: 200,
      body: { displayName: 'Ruth Adeyemi', photoURL: '' },
    });
  });

  test.each([randomUUID(), 'no-id', '%27%3Bdrop'])('who does not exist is not found (%s)', async (id) => {
    expect(await askAs(ben, identity, { path: `/api/user/${id}` })).toMatchObject({ status: 404 });
  });
});

describe('the list of people', () => {
  test('tells members names, addresses and photos', async () => {
    const { status, body } = await askAs(ben, identity, { path: '/api/users' });
    expect(status).toBe(200);
    expect(body).toContainEqual({ uid: ruth, displayName: 'Ruth Adeyemi', email: 'ruth@base.example', photoURL: '' });
    expect(JSON.stringify(body)).not.toMatch(/phone|role|groups|active/);
  });

  test('tells admins more', async () => {
    const { body } = await askAs(ruth, identity, { path: '/api/users' });
    expect(body).toContainEqual({
      uid: ruth,
      displayName: 'Ruth Adeyemi',
      email: 'ruth@base.example',
      photoURL: '',
      phone: '',
      role: 'admin',
      groups: ['All Staff'],
      active: true,
      deletionRequestedAt: null,
    });
  });
});

test('while the groups service is away, nothing is half done', async () => {
  const lonely = await startIdentity();
  try {
    const uid = await known(lonely, 'ben');
    await lonely.stopGroups();
    expect(await askAs(uid, lonely, { path: '/api/me' })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const save = { method: 'POST', path: '/api/update-profile', body: { displayName: 'Benjamin' } };
    expect(await askAs(uid, lonely, save)).toMatchObject({ status: 503 });
    expect(await askAs(uid, lonely, { path: `/api/user/${uid}` })).toMatchObject({ body: { displayName: 'ben' } });
  } finally {
    await lonely.stop();
  }
});
