import { serverEvents } from '@koinonia/contracts/socket-events.ts';
import { describe, expect, test } from 'vitest';
import type { Product } from '../support/product.ts';
import { hostileConnection } from './hostile-connection.ts';

/** CVE-2023-30591 and CVE-2022-46164, NodeBB: the name of an event was a list, an object or `__proto__`. */
export function hostileEvents(product: () => Product): void {
  describe('hostile events', () => {
    const world = hostileConnection(product);

    test('A13 an event of the server’s own that a client sends reaches nobody', async () => {
      const { chat, ruth, bystander, emit } = world;
      const message = { id: 'x', chatId: chat.id, seq: 1, senderId: ruth.uid, text: 'Forged', createdAt: 'now' };
      const payloads: Record<string, unknown> = {
        newMessage: message,
        messageChanged: message,
        messageReaction: {
          chatId: chat.id,
          messageId: 'x',
          reactions: { '🎉': 9 },
          userId: ruth.uid,
          emoji: '🎉',
          added: true,
        },
        chatHead: { id: chat.id, lastSeq: 99 },
        chatDeleted: { id: chat.id },
        userUpdated: { uid: ruth.uid, role: 'admin' },
      };
      // The server may send the others at any time; these are known by their marker.
      const marked = { marker: 'forged by Mallory', id: chat.id, chatId: chat.id, userId: ruth.uid, came: [ruth.uid] };
      for (const name of Object.keys(serverEvents)) emit(name, payloads[name] ?? marked);
      emit('joinChats', [chat.id], 'no acknowledgement');
      await world.othersAreWell();
      expect(bystander.received('newMessage')).toHaveLength(1);
      expect(bystander.received('chatHead').filter(({ lastSeq }) => lastSeq > 1)).toEqual([]);
      expect(JSON.stringify(bystander.events)).not.toContain('forged by Mallory');
      const forged = ['chatDeleted', 'messageReaction', 'messageChanged'];
      expect(bystander.events.filter(({ name }) => forged.includes(name))).toEqual([]);
      // Events about other people are allowed: somebody may just have come back.
      expect(bystander.received('userUpdated').filter(({ uid }) => uid === ruth.uid)).toEqual([]);
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
    ])('A13 joinChats with %s', async (_, ids) => {
      world.emit('joinChats', ids, () => {});
      world.emit('joinChats', ids);
      await world.othersAreWell();
    });

    test('A13 nobody is told by the chat of others who is here and types, and nobody there is told of them', async () => {
      const { chat, ruth, bystander, hostile, emit } = world;
      await bystander.socket.emitWithAck('openChat', chat.id);
      for (const about of [chat.id, { chatId: chat.id }, [chat.id], null, 7, '__proto__']) {
        const answer: unknown = await new Promise((resolve) => emit('openChat', about, resolve));
        expect(answer).toEqual({ present: [] });
        emit('typing');
        emit('typing', chat.id);
      }
      await world.othersAreWell();
      expect(bystander.events.filter(({ name }) => name === 'typing')).toEqual([]);
      expect(JSON.stringify(bystander.events)).not.toContain(world.mallory.uid);
      for (const secret of [chat.id, ruth.uid]) expect(JSON.stringify(hostile.events)).not.toContain(secret);
    });

    test('A13 joinChats a thousand times', async () => {
      for (let times = 0; times < 1000; times += 1) world.emit('joinChats', [world.chat.id, 'x'], () => {});
      await world.othersAreWell();
      expect(world.hostile.received('newMessage')).toEqual([]);
    });

    test.each([
      ['an unknown name', '2["nothing",{}]'],
      ['a name of every object', '2["__proto__",{}]'],
      ['another name of every object', '2["constructor",{}]'],
      ['a name that is a list', '2[["joinChats"],[]]'],
      ['a name that is an object', '2[{"toString":"x"},[]]'],
      ['a name that is a number', '2[7]'],
      ['a name that is null', '2[null]'],
      ['no name', '2[]'],
      ['no list at all', '2{}'],
      ['a reserved name', '2["disconnect"]'],
      ['another reserved name', '2["connect_error",{}]'],
      ['an error', '2["error",{}]'],
      ['yet another one', '2["newListener"]'],
      ['half of JSON', '2["x"'],
      ['no packet at all', 'zzz'],
      ['a packet of no kind', '9'],
      ['an acknowledgement that nobody awaits', '3999[]'],
      ['an acknowledgement of no number', '3-1[]'],
      ['another room', '2/admin,["joinChats",[]]'],
      ['a connection to another room', '0/admin,{}'],
      ['a second connection', '0{"token":"x"}'],
      ['deep nesting', `2["joinChats",${'['.repeat(3000)}${']'.repeat(3000)}]`],
      ['nesting ten thousand deep', `2["joinChats",${'['.repeat(10_000)}${']'.repeat(10_000)}]`],
      ['a million attachments', '51000000-["joinChats",{"_placeholder":true,"num":0}]'],
      ['attachments that are none', '51-["joinChats",{"_placeholder":true,"num":-1}]'],
      ['attachments of no number', '5x-["joinChats"]'],
    ])('A13 a packet with %s', async (_, packet) => {
      const raw = await world.connected();
      raw.frame(1, `4${packet}`);
      raw.frame(2, Buffer.from([1, 2, 3]));
      await world.othersAreWell();
      raw.close();
    });
  });
}
