import { setTimeout as wait } from 'node:timers/promises';
import { changeChat, type Chat } from '@koinonia/contracts/chat.ts';
import { maxAvatarBytes } from '@koinonia/contracts/media.ts';
import { describe, expect, test } from 'vitest';
import { openSocket } from '../support/live-socket.ts';
import { type Person, people } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { png } from './a-picture.ts';

export function groupPictures(product: () => Product): void {
  const request = (path: string, options: RequestInit = {}) => fetch(product().origins[0]! + path, options);
  const as = (person: Person) => ({ authorization: `Bearer ${person.token}` });

  /** The status of a picture. One that is still being prepared, on a busy machine, is requested again. */
  async function read(path: string, person: Person): Promise<number> {
    for (;;) {
      const { status } = await request(path, { headers: as(person) });
      if (status !== 202) return status;
      await wait(100);
    }
  }

  function give(chat: Chat, headers: Record<string, string>, bytes: Uint8Array = png): Promise<Response> {
    const body = new FormData();
    body.set('picture', new Blob([new Uint8Array(bytes)]), 'group.png');
    return request(`/api/chat/${chat.id}/picture`, { method: 'POST', headers, body });
  }
  const take = (chat: Chat, headers: Record<string, string>) =>
    request(`/api/chat/${chat.id}/picture`, { method: 'DELETE', headers });

  async function kitchenTeam() {
    const [ruth, ben, joy, stranger] = (await people(product(), 4)) as [Person, Person, Person, Person];
    return { ruth, ben, joy, stranger, chat: await ruth.groupChatWith([ben, joy], 'Kitchen team') };
  }

  describe('the picture of a group', () => {
    test('any member gives it; all members are told of it at once, and see it', async () => {
      const { ruth, ben, joy, chat } = await kitchenTeam();
      const live = await openSocket(product().origins[0]!, joy.token);
      await live.join([chat]);
      const answer = await give(chat, as(ben));
      const { url } = (await answer.json()) as { url: string };
      expect([answer.status, url]).toEqual([200, expect.stringMatching(/^\/api\/media\/group-pictures\/.+\/256$/)]);
      await expect.poll(() => live.received('chatUpdated').at(-1)).toMatchObject({ id: chat.id, photoURL: url });
      live.close();
      await expect(ruth.chats()).resolves.toMatchObject([{ photoURL: url, unreadCount: 0 }]);
      const line = { senderId: ben.uid, system: { kind: 'picture', removed: false } };
      await expect(ruth.messages(chat)).resolves.toMatchObject([line]);
      expect([await read(url, ruth), await read(url, joy)]).toEqual([200, 200]);
    });

    test('is seen by nobody else, nor by anyone who was removed', async () => {
      const { ruth, joy, stranger, chat } = await kitchenTeam();
      const { url } = (await (await give(chat, as(ruth))).json()) as { url: string };
      expect([await read(url, stranger), (await request(url)).status]).toEqual([404, 401]);
      await ruth.api.call(changeChat, { params: { id: chat.id }, body: { remove: [joy.uid] } });
      expect([await read(url, joy), await read(url, ruth)]).toEqual([404, 200]);
      expect((await give(chat, as(joy))).status).toBe(404);
    });

    test('is replaced by another, and removed', async () => {
      const { ruth, ben, chat } = await kitchenTeam();
      const { url: first } = (await (await give(chat, as(ruth))).json()) as { url: string };
      const { url: second } = (await (await give(chat, as(ben))).json()) as { url: string };
      expect([await read(first, ruth), await read(second, ruth)]).toEqual([404, 200]);
      expect((await take(chat, as(ruth))).status).toBe(204);
      expect((await ruth.chats())[0]).not.toHaveProperty('photoURL');
      expect(await read(second, ruth)).toBe(404);
    });

    test('is refused to strangers, for direct chats, and when it is not a picture or too large', async () => {
      const { ruth, ben, stranger, chat } = await kitchenTeam();
      const direct = await ruth.directChatWith(ben);
      const statuses = await Promise.all([
        give(chat, {}),
        give(chat, as(stranger)),
        take(chat, {}),
        take(chat, as(stranger)),
        give(direct, as(ruth)),
        give(chat, as(ruth), Buffer.from('%PDF-1.7')),
        give(chat, as(ruth), Buffer.concat([png, Buffer.alloc(maxAvatarBytes + 1 - png.length)])),
        request(`/api/chat/${chat.id}/picture`, { method: 'POST', headers: as(ruth), body: new FormData() }),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([401, 404, 401, 404, 400, 415, 413, 400]);
      expect((await ruth.chats()).some((one) => one.photoURL !== undefined)).toBe(false);
    });
  });
}
