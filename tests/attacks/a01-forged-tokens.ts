import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Person as Listed } from '@koinonia/contracts/identity.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { openSocket } from '../support/live-socket.ts';
import { somebody } from '../support/people.ts';
import { domain, type Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The tests of each single claim are in `services/kit/src/auth/id-token.test.ts` and `tests/api/tokens.ts`. */
export function forgedTokens(product: () => Product): void {
  describe('forged tokens', () => {
    const claims = (name: string) => {
      const now = Math.floor(Date.now() / 1000);
      const { url: iss, clientId: aud } = product().issuer;
      const personal = {
        sub: randomUUID(),
        email: `${randomUUID()}@${domain}`,
        email_verified: true,
        hd: domain,
        name,
      };
      return { iss, aud, iat: now, exp: now + 600, ...personal };
    };
    const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signedByUs = (header: Record<string, unknown>, name: string) => {
      const head = `${base64({ alg: 'RS256', ...header })}.${base64(claims(name))}`;
      return `${head}.${sign('sha256', Buffer.from(head), ours.privateKey).toString('base64url')}`;
    };
    const signedByTheirKey = (name: string) => {
      const head = `${base64({ alg: 'HS256', kid: 'rsa' })}.${base64(claims(name))}`;
      const secret = JSON.stringify(product().issuer.publicKey);
      return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    };

    test('A1 a token that its holder made opens nothing, leaves nobody behind, and makes us ask nobody for its key', async () => {
      let asked = 0;
      const theirs = createServer((_, answer) => {
        asked += 1;
        answer.end(
          JSON.stringify({ keys: [{ ...ours.publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'RS256' }] }),
        );
      }).listen(0, '127.0.0.1');
      await once(theirs, 'listening');
      const address = theirs.address();
      const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/keys`;
      const jwk = ours.publicKey.export({ format: 'jwk' });
      const name = `Nobody ${randomUUID()}`;
      const forged = [
        `${base64({ alg: 'none' })}.${base64(claims(name))}.`,
        signedByTheirKey(name),
        ...[{ kid: 'rsa' }, { kid: 'mine', jku: url }, { kid: 'mine', x5u: url }, { jwk }, { kid: url }].map((header) =>
          signedByUs(header, name),
        ),
      ];
      for (const token of forged) {
        await refused(createApi(product().origins, token).request('GET', '/api/me'), 401, 'unauthenticated');
        for (const origin of product().origins) await expect(openSocket(origin, token)).rejects.toThrow();
      }
      expect(asked).toBe(0);
      theirs.close();
      const ruth = await somebody(product());
      const staff = (await ruth.api.request('GET', `/api/users?search=${encodeURIComponent(name)}`)).body as Listed[];
      expect(staff).toEqual([]);
    });

    test('A1 a token of our own that its holder made opens nothing', async () => {
      const now = Math.floor(Date.now() / 1000);
      const { uid } = await somebody(product());
      for (const secret of ['', 'secret', 'koinonia', product().issuer.clientId]) {
        for (const header of [{ alg: 'HS256' }, { alg: 'HS256', typ: 'JWT' }, { alg: 'none' }]) {
          const session = { iss: 'koinonia', aud: 'koinonia', sub: uid, sid: randomUUID(), iat: now, exp: now + 300 };
          const head = `${base64(header)}.${base64(session)}`;
          const token = `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
          await refused(createApi(product().origins, token).request('GET', '/api/me'), 401, 'unauthenticated');
        }
      }
    });
  });
}
