import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { admin, people, somebody, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';
import { endsWithin, fiveSeconds } from './ends-within.ts';

export function endingAccess(product: () => Product): void {
  const deactivate = async (uid: string) =>
    (await admin(product())).api.request('PATCH', `/api/users/${uid}`, { active: false });

  describe('when access ends', () => {
    test('a deactivated person’s tokens and sockets of every kind stop, at every gateway', async () => {
      const ben = await somebody(product());
      const session = await signInByBrowser(product(), { subject: ben.subject, name: ben.name, email: ben.email });
      expect(session.uid).toBe(ben.uid);
      const tokens = [ben.token, session.token];
      const sockets = await Promise.all(
        product().origins.flatMap((origin) => tokens.map((token) => openSocket(origin, token))),
      );
      expect((await deactivate(ben.uid)).status).toBe(200);

      await endsWithin(fiveSeconds, sockets);
      for (const origin of product().origins) {
        for (const token of tokens) {
          await refused(createApi([origin], token).request('GET', '/api/me'), 403, 'account_deactivated');
          await expect(openSocket(origin, token)).rejects.toThrow();
        }
      }
    });

    test('a deactivated person cannot be written to anew, and cannot sign in again', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      await deactivate(ben.uid);
      await refused(ruth.api.request('POST', '/api/chat/create', { users: [ben.uid], isGroup: false }), 400);
      const fresh = await product().issuer.sign({ sub: ben.subject, email: ben.email });
      await refused(createApi(product().origins, fresh).request('GET', '/api/me'), 403, 'account_deactivated');
      await expect(signInByBrowser(product(), { subject: ben.subject, email: ben.email })).rejects.toThrow();
    });

    test('whoever is let in again is as before', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const grace = await admin(product());
      await grace.api.request('PATCH', `/api/users/${ben.uid}`, { active: false });
      await grace.api.request('PATCH', `/api/users/${ben.uid}`, { active: true });
      await expect.poll(async () => (await ben.api.request('GET', '/api/me')).status, { timeout: 6000 }).toBe(200);
      await expect(ben.send(chat, 'Back again')).resolves.toMatchObject({ seq: 1 });
    });

    test('logging out ends that session, its token and its sockets, and no other', async () => {
      const subject = randomUUID();
      const email = `${subject}@base.example`;
      const phone = await signInByBrowser(product(), { subject, email, userAgent: 'Mozilla/5.0 (iPhone)' });
      const desk = await signInByBrowser(product(), { subject, email });
      const open = ({ token }: { token: string }) => openSocket(product().origins[0]!, token);
      const [phones, desks] = [await open(phone), await open(desk)];
      await phone.logout();
      await endsWithin(fiveSeconds, [phones]);
      await refused(phone.api.request('GET', '/api/me'), 401, 'unauthenticated');
      const { cookie } = phone;
      await refused(
        createApi(product().origins, null).request('POST', '/api/session/token', undefined, { cookie }),
        401,
      );
      expect(desks.isConnected()).toBe(true);
      expect((await desk.api.request('GET', '/api/me')).status).toBe(200);
      desks.close();
    });

    test('one device can end the session of another, but not of somebody else', async () => {
      const subject = randomUUID();
      const email = `${subject}@base.example`;
      const lost = await signInByBrowser(product(), { subject, email });
      const kept = await signInByBrowser(product(), { subject, email });
      const stranger = await signInByBrowser(product());
      const devices = (await kept.api.request('GET', '/api/session/all')).body as { id: string; current: boolean }[];
      expect(devices).toHaveLength(2);
      const other = devices.find(({ current }) => !current)!;
      const connection = await openSocket(product().origins[0]!, lost.token);
      await refused(stranger.api.request('DELETE', `/api/session/${other.id}`), 404, 'not_found');
      expect(connection.isConnected()).toBe(true);
      expect((await kept.api.request('DELETE', `/api/session/${other.id}`)).status).toBe(204);
      await endsWithin(fiveSeconds, [connection]);
    });

    test('a page of another site can neither use nor end a session', async () => {
      const { cookie, api } = await signInByBrowser(product());
      const anyone = createApi(product().origins, null);
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ];
      for (const headers of foreign) {
        await refused(anyone.request('POST', '/api/session/token', undefined, { cookie, ...headers }), 403);
        await refused(anyone.request('DELETE', '/api/session', undefined, { cookie, ...headers }), 403);
      }
      for (const path of ['/api/me', '/api/chat', '/api/users']) {
        await refused(anyone.request('GET', path, undefined, { cookie }), 401);
      }
      expect((await api.request('GET', '/api/me')).status).toBe(200);
    });

    test('a socket of an ID token ends when the token does', { timeout: 60_000 }, async () => {
      const lifetime = 6;
      const ben = await somebody(product(), { lifetime });
      const expires = Date.now() + lifetime * 1000;
      const connection = await openSocket(product().origins[0]!, ben.token);
      await expect.poll(() => connection.endedAt(), { timeout: 45_000, interval: 100 }).not.toBeNull();
      expect(connection.endedAt()! - expires).toBeGreaterThan(-2000);
      expect(connection.endedAt()! - expires).toBeLessThan(30_000);
    });

    test('who is removed from a chat is told nothing that is said later', async () => {
      const [ruth, ben, marta] = (await people(product(), 3)) as [Person, Person, Person];
      for (let round = 1; round <= 5; round += 1) {
        const chat = await ruth.groupChatWith([ben, marta]);
        const sockets = await Promise.all(product().origins.map((origin) => openSocket(origin, ben.token)));
        await Promise.all(sockets.map((socket) => socket.join([chat])));
        await ruth.send(chat, `Before, ${round}`);
        const before = () => sockets.map((socket) => socket.received('newMessage').length);
        await expect.poll(before).toEqual(sockets.map(() => 1));

        const removed = await ruth.api.request('PATCH', `/api/chat/${chat.id}`, { remove: [ben.uid] });
        expect(removed.status).toBe(200);
        for (let said = 0; said < 5; said += 1) await ruth.send(chat, `After, ${round}`);
        await refused(ben.api.request('GET', `/api/chat/${chat.id}/messages`), 404);
        expect((await sockets[0]!.join([chat])).joined).toEqual([]);
        // What comes now comes later than anything that was on its way to him.
        const last = await ben.directChatWith(marta);
        await Promise.all(sockets.map((socket) => socket.join([last])));
        const { seq } = await marta.send(last, `Sorry to see you go, ${round}`);
        const heard = () =>
          sockets.map((socket) => socket.received('newMessage').some((m) => m.chatId === last.id && m.seq === seq));
        await expect.poll(heard).toEqual(sockets.map(() => true));
        for (const socket of sockets) {
          const later = socket.received('newMessage').filter(({ text }) => text.startsWith('After'));
          expect(later).toEqual([]);
          socket.close();
        }
      }
    });
  });
}
