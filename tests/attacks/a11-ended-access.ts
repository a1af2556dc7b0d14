import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';
import { endsWithin, fiveSeconds } from './ends-within.ts';

/** CVE-2026-9162, Mattermost: a session was revoked, but its WebSocket still got events. */
export function endedAccess(product: () => Product): void {
  describe('when access ends', () => {
    test('A11 logging out ends that session, its token and its sockets, and no other', async () => {
      const subject = randomUUID();
      const email = `${subject}@base.example`;
      const phone = await signInByBrowser(product(), { subject, email, userAgent: 'Mozilla/5.0 (iPhone)' });
      const desk = await signInByBrowser(product(), { subject, email });
      const open = ({ token }: { token: string }) => openSocket(product().origins[0]!, token);
      const [phones, desks] = [await open(phone), await open(desk)];
      await phone.logout();
      const stopped = async () => (await phone.api.request('GET', '/api/me')).status;
      await Promise.all([
        endsWithin(fiveSeconds, [phones]),
        // A gateway may notice a moment later than the node that holds the socket.
        expect.poll(stopped, { timeout: fiveSeconds, interval: 200 }).toBe(401),
      ]);
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

    test('A11 one device can end the session of another, but not of somebody else', async () => {
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

    test('A11 whoever is removed from a chat is told nothing that is said later', async () => {
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
        // This message comes later than everything that was already on its way to him.
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
