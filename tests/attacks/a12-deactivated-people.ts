import { sendMessage } from '@koinonia/contracts/chat.ts';
import { uploadAttachment } from '@koinonia/contracts/media.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { admin, people, somebody, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';
import { endsWithin, fiveSeconds } from './ends-within.ts';

/** CVE-2016-4427, Zulip: deactivated people kept their access through single sign-on. */
export function deactivatedPeople(product: () => Product): void {
  const deactivate = async (uid: string) =>
    (await admin(product())).api.request('PATCH', `/api/users/${uid}`, { active: false });

  describe('somebody who was deactivated', () => {
    test('A12 has tokens and sockets that stop, of every kind, at every gateway', async () => {
      const ben = await somebody(product());
      const session = await signInByBrowser(product(), { subject: ben.subject, name: ben.name, email: ben.email });
      expect(session.uid).toBe(ben.uid);
      const tokens = [ben.token, session.token];
      const sockets = await Promise.all(
        product().origins.flatMap((origin) => tokens.map((token) => openSocket(origin, token))),
      );
      expect((await deactivate(ben.uid)).status).toBe(200);

      const calls = product().origins.flatMap((origin) => tokens.map((token) => createApi([origin], token)));
      const answers = async () => Promise.all(calls.map(async (api) => (await api.request('GET', '/api/me')).status));
      await Promise.all([
        endsWithin(fiveSeconds, sockets),
        // A gateway may notice a moment later than the node that holds the sockets.
        expect.poll(answers, { timeout: fiveSeconds, interval: 200 }).toEqual(calls.map(() => 403)),
      ]);
      for (const origin of product().origins) {
        for (const token of tokens) {
          await refused(createApi([origin], token).request('GET', '/api/me'), 403, 'account_deactivated');
          await expect(openSocket(origin, token)).rejects.toThrow();
        }
      }
    });

    test('A12 cannot be written to anew, and cannot sign in again', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      await deactivate(ben.uid);
      await refused(ruth.api.request('POST', '/api/chat/create', { users: [ben.uid], isGroup: false }), 400);
      const fresh = await product().issuer.sign({ sub: ben.subject, email: ben.email });
      await refused(createApi(product().origins, fresh).request('GET', '/api/me'), 403, 'account_deactivated');
      await expect(signInByBrowser(product(), { subject: ben.subject, email: ben.email })).rejects.toThrow();
    });

    test('A12 and is let in again is as they were before', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const grace = await admin(product());
      await grace.api.request('PATCH', `/api/users/${ben.uid}`, { active: false });
      await grace.api.request('PATCH', `/api/users/${ben.uid}`, { active: true });
      await expect.poll(async () => (await ben.api.request('GET', '/api/me')).status, { timeout: 6000 }).toBe(200);
      await expect(ben.send(chat, 'Back again')).resolves.toMatchObject({ seq: 1 });
    });

    test('A12 reads no file by a cookie, downloads nothing that was prepared, and finishes no upload', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const session = await signInByBrowser(product(), { subject: ben.subject, name: ben.name, email: ben.email });
      const chat = await ruth.directChatWith(ben);
      const origin = product().origins[0]!;
      const attach = async (token: string) => {
        const body = new FormData();
        body.set('attachment', new Blob(['%PDF-1.7']), 'plan.pdf');
        const headers = { authorization: `Bearer ${token}` };
        return fetch(`${origin}/api/chat/${chat.id}/attachment`, { method: 'POST', headers, body });
      };
      const { url } = uploadAttachment.answers[201].parse(await (await attach(ruth.token)).json());
      await ruth.api.call(sendMessage, { body: { chatId: chat.id, text: '', attachmentUrl: url } });
      const download = (await session.api.request('POST', '/api/me/download')).body as { url: string };
      const { cookie } = session;
      const status = async (path: string) => (await fetch(origin + path, { headers: { cookie } })).status;
      expect(await status(url)).toBe(200);

      expect((await deactivate(ben.uid)).status).toBe(200);
      await expect.poll(() => status(url), { timeout: fiveSeconds }).toBe(403);
      expect([401, 403, 404]).toContain(await status(download.url));
      for (const token of [ben.token, session.token]) expect((await attach(token)).status).toBe(403);
      const anyone = createApi(product().origins, null);
      expect([401, 403]).toContain((await anyone.request('POST', '/api/session/token', undefined, { cookie })).status);
      // Their messages stay for the others.
      await expect(ruth.messages(chat)).resolves.toHaveLength(1);
    });
  });
}
