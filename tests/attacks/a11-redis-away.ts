import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInByBrowser } from '../support/browser-session.ts';
import type { Cluster } from '../support/cluster.ts';
import { openSocket } from '../support/live-socket.ts';
import { admin, people, somebody, type Person } from '../support/people.ts';
import { refused } from '../support/refusal.ts';
import { endsWithin, fiveSeconds } from './ends-within.ts';

/** Access ends on time even when processes cannot send events to one another. */
export function redisAway(cluster: () => Cluster): void {
  describe('while Redis is away', () => {
    beforeEach(() => cluster().redis.kill());
    afterEach(() => cluster().redis.start());

    const openEverywhere = (token: string) =>
      Promise.all([...cluster().origins, ...cluster().origins].map((origin) => openSocket(origin, token)));

    test('A12 a deactivated person’s tokens and sockets stop', async () => {
      const [grace, ben] = await Promise.all([admin(cluster()), somebody(cluster())]);
      const sockets = await openEverywhere(ben.token);
      await grace.api.request('PATCH', `/api/users/${ben.uid}`, { active: false });
      const stopped = async () => (await ben.api.request('GET', '/api/me')).status;
      await Promise.all([
        endsWithin(fiveSeconds, sockets),
        expect.poll(stopped, { timeout: fiveSeconds, interval: 200 }).toBe(403),
      ]);
    });

    test('A11 logging out ends the session’s sockets', async () => {
      const session = await signInByBrowser(cluster());
      const sockets = await openEverywhere(session.token);
      await session.logout();
      // Each process notices by itself: a gateway may notice later than the nodes that hold the sockets.
      const stopped = async () => (await session.api.request('GET', '/api/me')).status;
      await Promise.all([
        endsWithin(fiveSeconds, sockets),
        expect.poll(stopped, { timeout: fiveSeconds, interval: 200 }).toBe(401),
      ]);
    });

    test('A11 whoever is removed from a chat hears nothing of it five seconds later', async () => {
      const [ruth, ben, marta] = (await people(cluster(), 3)) as [Person, Person, Person];
      const chat = await ruth.groupChatWith([ben, marta]);
      const sockets = await openEverywhere(ben.token);
      await Promise.all(sockets.map((socket) => socket.join([chat])));
      await ruth.api.request('PATCH', `/api/chat/${chat.id}`, { remove: [ben.uid] });
      const removedAt = performance.now();
      const late: unknown[] = [];
      for (const { socket } of sockets) {
        socket.onAny((_, payload) => performance.now() > removedAt + fiveSeconds && late.push(payload));
      }
      await refused(ben.api.request('GET', `/api/chat/${chat.id}/messages`), 404);
      while (performance.now() < removedAt + fiveSeconds + 2000) {
        await marta.send(chat, 'Something that Ben should not hear');
        await wait(100);
      }
      expect(late.filter((payload) => JSON.stringify(payload).includes(chat.id))).toEqual([]);
      sockets.forEach((socket) => socket.close());
    });

    test('A11 people go on talking, and hear of one another', async () => {
      const [ruth, ben] = (await people(cluster(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const sockets = await openEverywhere(ben.token);
      await Promise.all(sockets.map((socket) => socket.join([chat])));
      const { seq } = await ruth.send(chat, 'Redis is away, we are not');
      const told = () =>
        sockets.filter(({ events }) => events.some(({ payload }) => reaches(payload, chat.id, seq))).length;
      await expect.poll(told, { timeout: 10_000, interval: 100 }).toBe(sockets.length);
      sockets.forEach((socket) => socket.close());
    });
  });
}

/** Whether an event shows that a chat has reached `seq`, as a message or as a head. */
function reaches(payload: unknown, chatId: string, seq: number): boolean {
  const told = payload as { id?: string; chatId?: string; seq?: number; lastSeq?: number };
  return (told.chatId === chatId && told.seq === seq) || (told.id === chatId && (told.lastSeq ?? 0) >= seq);
}
