import { randomUUID } from 'node:crypto';
import type { Chat } from '@koinonia/contracts/chat.ts';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { type LiveSocket, openSocket } from '../support/live-socket.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { openRawWebSocket, type RawWebSocket } from './raw-websocket.ts';

export function hostileSockets(product: () => Product): void {
  describe('hostile sockets', () => {
    let ruth: Person;
    let mallory: Person;
    let chat: Chat;
    let bystander: LiveSocket;
    let hostile: LiveSocket;

    beforeEach(async () => {
      let ben: Person;
      [ruth, ben, mallory] = (await people(product(), 3)) as [Person, Person, Person];
      chat = await ruth.directChatWith(ben);
      bystander = await openSocket(product().origins[0]!, ben.token);
      await bystander.join([chat]);
      hostile = await openSocket(product().origins.at(-1)!, mallory.token);
    });
    afterEach(() => {
      bystander.close();
      hostile.close();
    });

    /** Everyone else goes on: the connection that was there still is, and brings what is said now. */
    async function othersAreWell() {
      const text = `Still here ${randomUUID()}`;
      await ruth.send(chat, text);
      await expect.poll(() => bystander.received('newMessage').at(-1)?.text, { timeout: 5000 }).toBe(text);
      expect(bystander.endedAt()).toBeNull();
    }

    /** Sends an event that the types of the client would not let through. */
    const emit = (name: string, ...args: unknown[]) =>
      (hostile.socket as unknown as { emit(name: string, ...args: unknown[]): void }).emit(name, ...args);

    test('an event of the server’s own that a client sends reaches nobody', async () => {
      const message = { id: 'x', chatId: chat.id, seq: 1, senderId: ruth.uid, text: 'Forged', createdAt: 'now' };
      emit('newMessage', message);
      emit('chatHead', { id: chat.id, lastSeq: 99 });
      emit('resync', {});
      emit('joinChats', [chat.id], 'no acknowledgement');
      await othersAreWell();
      expect(bystander.received('newMessage')).toHaveLength(1);
      expect(bystander.received('chatHead').filter(({ lastSeq }) => lastSeq > 1)).toEqual([]);
    });

    test.each([
      ['no list', 'x'],
      ['an object', { length: 3 }],
      ['null', null],
      ['nothing', undefined],
      ['a list of anything', [null, {}, [], 7, true, { $ne: 1 }]],
      ['names of every object', ['__proto__', 'constructor', 'toString', 'hasOwnProperty']],
      ['ten thousand ids', Array.from({ length: 10_000 }, (_, index) => `no-chat-${index}`)],
      ['an endless id', ['x'.repeat(5000)]],
      ['characters that cannot be stored', ['a\0b', '\ud83d']],
      ['an acknowledgement in its place', () => {}],
    ])('joinChats with %s', async (_, ids) => {
      emit('joinChats', ids, () => {});
      emit('joinChats', ids);
      await othersAreWell();
    });

    test('joinChats a thousand times', async () => {
      for (let times = 0; times < 1000; times += 1) emit('joinChats', [chat.id, 'x'], () => {});
      await othersAreWell();
      expect(hostile.received('newMessage')).toEqual([]);
    });

    test.each([
      ['an unknown name', '2["nothing",{}]'],
      ['a name of every object', '2["__proto__",{}]'],
      ['another name of every object', '2["constructor",{}]'],
      ['a name that is a list', '2[["joinChats"],[]]'],
      ['a name that is an object', '2[{"toString":"x"},[]]'],
      ['a name that is a number', '2[7]'],
      ['no name', '2[]'],
      ['a reserved name', '2["disconnect"]'],
      ['another reserved name', '2["connect_error",{}]'],
      ['yet another one', '2["newListener"]'],
      ['half of JSON', '2["x"'],
      ['no packet at all', 'zzz'],
      ['a packet of no kind', '9'],
      ['an acknowledgement that nobody awaits', '3999[]'],
      ['another room', '2/admin,["joinChats",[]]'],
      ['a connection to another room', '0/admin,{}'],
      ['deep nesting', `2["joinChats",${'['.repeat(3000)}${']'.repeat(3000)}]`],
      ['a million attachments', '51000000-["joinChats",{"_placeholder":true,"num":0}]'],
      ['attachments that are none', '51-["joinChats",{"_placeholder":true,"num":-1}]'],
    ])('a packet with %s', async (_, packet) => {
      const raw = await connected();
      raw.frame(1, `4${packet}`);
      raw.frame(2, Buffer.from([1, 2, 3]));
      await othersAreWell();
      raw.close();
    });

    test('frames that are too large, broken or endless are cut off', async () => {
      const attacks: ((raw: RawWebSocket) => void)[] = [
        (raw) => raw.frame(1, `42["joinChats",["${'x'.repeat(2_000_000)}"]]`),
        (raw) => raw.frame(1, 'x', { claimedLength: 2 ** 40 }),
        (raw) => raw.frame(1, Buffer.from([0xc3, 0x28, 0xff, 0xfe])),
        (raw) => raw.frame(0, 'a continuation of nothing'),
        (raw) => raw.frame(3, 'a kind that is not there'),
        (raw) => raw.frame(9, 'p'.repeat(200)),
        (raw) => fragments(raw, 100_000),
      ];
      for (const attack of attacks) {
        const raw = await connected();
        attack(raw);
        await expect.poll(() => raw.isOpen(), { timeout: 15_000 }).toBe(false);
      }
      await othersAreWell();
    });

    test('there is no long polling to be flooded', async () => {
      const { request } = mallory.api;
      for (const query of ['EIO=4&transport=polling', 'EIO=4&transport=polling&sid=x', 'EIO=99&transport=x', '']) {
        const answer = await request('GET', `/socket.io/?${query}`);
        expect([query, answer.status >= 400 && answer.status < 500]).toEqual([query, true]);
        const posted = await request('POST', `/socket.io/?${query}`, '4');
        expect([query, posted.status >= 400 && posted.status < 500]).toEqual([query, true]);
      }
      await othersAreWell();
    });

    test.each(['/api/me', '/', '/socket.iox', '/internal/x', '/../socket.io/', '//evil.example/socket.io/'])(
      'an upgrade at %s leads nowhere',
      async (path) => {
        const raw = await openRawWebSocket(product().origins[0]!, path);
        expect(raw.answer).not.toContain(' 101 ');
        await expect.poll(() => raw.isOpen(), { timeout: 10_000 }).toBe(false);
      },
    );

    test('sockets that never say who they are do not stay', async () => {
      const raw = await openRawWebSocket(product().origins[0]!);
      await expect.poll(() => raw.isOpen(), { timeout: 25_000, interval: 200 }).toBe(false);
    });

    /** A raw socket through which Mallory is connected. */
    async function connected(): Promise<RawWebSocket> {
      const raw = await openRawWebSocket(product().origins.at(-1)!);
      raw.frame(1, `40${JSON.stringify({ token: mallory.token })}`);
      await expect.poll(() => raw.heard(), { timeout: 5000 }).toContain('40{"sid"');
      return raw;
    }

    function fragments(raw: RawWebSocket, count: number) {
      raw.frame(1, '4', { final: false });
      for (let sent = 0; sent < count && raw.isOpen(); sent += 1) raw.frame(0, '2', { final: false });
    }
  });
}
