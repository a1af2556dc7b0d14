import type { Person as Listed } from '@koinonia/contracts/identity.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { admin, somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function people(product: () => Product): void {
  describe('people', () => {
    test('a new person is a member with the theme of the device, in All Staff', async () => {
      const ruth = await somebody(product());
      expect((await ruth.api.request('GET', '/api/me')).body).toEqual({
        uid: ruth.uid,
        displayName: ruth.name,
        email: ruth.email,
        phone: '',
        photoURL: '',
        role: 'member',
        theme: 'auto',
        groups: ['All Staff'],
      });
    });

    test('whoever the environment names becomes admin at sign-in', async () => {
      await expect((await admin(product())).me()).resolves.toMatchObject({ role: 'admin' });
    });

    test('members read about one another what everyone may know', async () => {
      const [ruth, ben] = await Promise.all([somebody(product()), somebody(product())]);
      const list = (await ruth.api.request('GET', '/api/users')).body as Listed[];
      expect(list.find(({ uid }) => uid === ben.uid)).toEqual({
        uid: ben.uid,
        displayName: ben.name,
        email: ben.email,
        photoURL: '',
      });
      for (const person of list)
        expect(Object.keys(person).sort()).toEqual(['displayName', 'email', 'photoURL', 'uid']);
    });

    test('admins read more', async () => {
      const [grace, ben] = await Promise.all([admin(product()), somebody(product())]);
      const list = (await grace.api.request('GET', '/api/users')).body as Listed[];
      expect(list.find(({ uid }) => uid === ben.uid)).toMatchObject({
        phone: '',
        role: 'member',
        groups: ['All Staff'],
        active: true,
      });
    });

    test('a colleague is looked up by id: name and photo, nothing else', async () => {
      const [ruth, ben] = await Promise.all([somebody(product()), somebody(product())]);
      const answer = await ruth.api.request('GET', `/api/user/${ben.uid}`);
      expect(answer).toMatchObject({ status: 200, body: { displayName: ben.name, photoURL: '' } });
      expect(Object.keys(answer.body as object)).toHaveLength(2);
    });

    test.each(['nobody', '00000000-0000-7000-8000-000000000000', "' or 1=1 --", '__proto__', 'a'.repeat(128)])(
      'an id that is nobody’s is not found (%s)',
      async (id) => {
        const ruth = await somebody(product());
        await refused(ruth.api.request('GET', `/api/user/${encodeURIComponent(id)}`), 404, 'not_found');
      },
    );

    test('the profile keeps what was changed and leaves the rest', async () => {
      const ruth = await somebody(product());
      const save = (body: unknown) => ruth.api.request('POST', '/api/update-profile', body);
      expect(await save({ phone: '+1 555 010 0199' })).toMatchObject({
        status: 200,
        body: { uid: ruth.uid, displayName: ruth.name, phone: '+1 555 010 0199', theme: 'auto' },
      });
      expect((await save({ displayName: 'Ruth A. 🌿', theme: 'dark' })).status).toBe(200);
      await expect(ruth.me()).resolves.toMatchObject({
        displayName: 'Ruth A. 🌿',
        phone: '+1 555 010 0199',
        theme: 'dark',
      });
    });

    test.each([
      ['an unknown theme', { theme: 'neon' }],
      ['a name that is no text', { displayName: 42 }],
      ['a phone that is a list', { phone: ['1'] }],
      ['a name with a NUL in it', { displayName: 'Ru\0th' }],
      ['half a character', { displayName: 'Ruth \ud83c' }],
      ['an endless name', { displayName: 'R'.repeat(5000) }],
    ])('the profile refuses %s', async (_, body) => {
      const ruth = await somebody(product());
      await refused(ruth.api.request('POST', '/api/update-profile', body), 400, 'invalid');
      await expect(ruth.me()).resolves.toMatchObject({ displayName: ruth.name, phone: '', theme: 'auto' });
    });

    test('the groups page has All Staff first', async () => {
      const ruth = await somebody(product());
      const answer = await ruth.api.request('GET', '/api/groups');
      expect(answer.body).toEqual([{ id: expect.any(String), name: 'All Staff', isPrivate: false, isMember: true }]);
    });

    test.each(['/api/me', '/api/users', '/api/user/x', '/api/groups', '/api/chat', '/api/session/all'])(
      '%s is not for anonymous callers',
      async (path) => {
        await refused(createApi(product().origins, null).request('GET', path), 401, 'unauthenticated');
      },
    );
  });
}
