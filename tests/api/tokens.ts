import { createHmac, randomUUID } from 'node:crypto';
import type { Me, Person as Listed } from '@koinonia/contracts/identity.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { somebody } from '../support/people.ts';
import { domain, type Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

const now = () => Math.floor(Date.now() / 1000);
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function tokens(product: () => Product): void {
  const meWith = (token: string | null) => createApi(product().origins, token).request('GET', '/api/me');
  const meAs = async (claims: Record<string, unknown>, header = {}) =>
    meWith(await product().issuer.sign({ sub: randomUUID(), ...claims }, header));

  describe('who may come in', () => {
    test('nobody without a token', async () => {
      await refused(meWith(null), 401, 'unauthenticated');
    });

    test.each(['', 'nonsense', 'a.b.c', `${base64({ alg: 'RS256' })}.${base64({})}.`, 'x'.repeat(9000)])(
      'nobody with a token that is none (%#)',
      async (token) => {
        await refused(meWith(token), 401, 'unauthenticated');
      },
    );

    test.each([
      ['has expired', () => ({ exp: now() - 60 })],
      ['never expires', () => ({ exp: undefined })],
      ['has no time of issue', () => ({ iat: undefined })],
      ['comes from the future', () => ({ iat: now() + 600 })],
      ['is meant for another client', () => ({ aud: 'another-client' })],
      ['is meant for another client, too', () => ({ aud: ['koinonia-tests', 'another-client'] })],
      ['was asked for by another client', () => ({ azp: 'another-client' })],
      ['comes from another issuer', () => ({ iss: 'https://accounts.evil.example' })],
      ['says of nobody who they are', () => ({ sub: undefined })],
    ])('nobody with a token that %s', async (_, claims) => {
      await refused(meAs(claims()), 401, 'unauthenticated');
    });

    test('nobody with a token that its holder has signed', async () => {
      const claims = {
        iss: product().issuer.url,
        aud: product().issuer.clientId,
        sub: 'x',
        iat: now(),
        exp: now() + 60,
      };
      const personal = { email: `x@${domain}`, email_verified: true };
      const unsigned = `${base64({ alg: 'none' })}.${base64({ ...claims, ...personal })}.`;
      await refused(meWith(unsigned), 401);

      const head = `${base64({ alg: 'HS256', kid: 'rsa' })}.${base64({ ...claims, ...personal })}`;
      const secret = JSON.stringify(product().issuer.publicKey);
      await refused(meWith(`${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`), 401);
    });

    test('nobody with a token whose key the issuer does not know', async () => {
      await refused(meAs({}, { kid: 'a-key-of-somebody-else' }), 401);
    });

    test.each([
      ['another domain', { email: 'ruth@gmail.example' }],
      ['a domain that ends alike', { email: `ruth@evil${domain}` }],
      ['a domain that begins alike', { email: `ruth@${domain}.evil.example` }],
      ['an address with two domains', { email: `ruth@${domain}@evil.example` }],
      ['an address that nobody has verified', { email_verified: false }],
      ['an address that is verified in words only', { email_verified: 'true' }],
      ['another organisation', { hd: 'other.example' }],
      ['no address', { email: undefined }],
    ])('not those with %s, who are told why and leave no trace', async (_, claims) => {
      const name = `Outsider ${randomUUID()}`;
      const { error } = await refused(meAs({ name, ...claims }), 403, 'domain_restricted');
      expect(error).toBe(`Access restricted to ${domain} emails`);
      const ruth = await somebody(product());
      const staff = (await ruth.api.request('GET', '/api/users')).body as Listed[];
      expect(staff.map(({ displayName }) => displayName)).not.toContain(name);
    });

    test('anyone with a good token, whatever the case of their address', async () => {
      const answer = await meAs({ email: `Ruth@${domain.toUpperCase()}`, hd: domain.toUpperCase() });
      expect(answer.status).toBe(200);
    });

    test('with a token of either kind of signature', async () => {
      expect((await meAs({}, { alg: 'ES256' })).status).toBe(200);
    });

    test('headers that claim to be somebody else change nothing', async () => {
      const [ruth, ben] = await Promise.all([somebody(product()), somebody(product())]);
      const claims = {
        'x-koinonia-caller': ben.uid,
        x_koinonia_caller: ben.uid,
        'x-user-id': ben.uid,
        'x-forwarded-user': ben.uid,
        'x-forwarded-for': '10.0.0.1',
      };
      const answer = await ruth.api.request('GET', '/api/me', undefined, claims);
      expect(answer).toMatchObject({ status: 200, body: { uid: ruth.uid } });
      await refused(createApi(product().origins, null).request('GET', '/api/me', undefined, claims), 401);
    });
  });

  describe('who somebody is', () => {
    test('is stored at the first call, once, however many calls come together', async () => {
      const subject = randomUUID();
      const email = `first.day.${subject.slice(0, 8)}@${domain}`;
      const token = await product().issuer.sign({ sub: subject, email, name: 'Naomi Fischer' });
      const answers = await Promise.all(Array.from({ length: 30 }, () => meWith(token)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => (body as Me).uid)).size).toBe(1);
      const staff = (await createApi(product().origins, token).request('GET', '/api/users')).body as Listed[];
      expect(staff.filter((person) => person.email.toLowerCase() === email)).toHaveLength(1);
    });

    test('is decided by the subject: with a new address it is the same person', async () => {
      const subject = randomUUID();
      const maiden = await somebody(product(), { subject, email: `anna.roth.${subject.slice(0, 8)}@${domain}` });
      const married = await somebody(product(), { subject, email: `anna.weiss.${subject.slice(0, 8)}@${domain}` });
      expect(married.uid).toBe(maiden.uid);
    });

    test('is never decided by the address: whoever is given the address of somebody who left inherits nothing', async () => {
      const email = `office.${randomUUID().slice(0, 8)}@${domain}`;
      const before = await somebody(product(), { email });
      const colleague = await somebody(product());
      const chat = await before.directChatWith(colleague);
      await before.send(chat, 'Please keep this between us.');
      const after = await somebody(product(), { email });
      expect(after.uid).not.toBe(before.uid);
      await expect(after.chats()).resolves.toEqual([]);
    });
  });
}
