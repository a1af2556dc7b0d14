import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../testing/world.ts';

let world: World;
let ruth: Person;
let ben: Person;
let id: string;

beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

beforeEach(async () => {
  ruth = world.person();
  ben = world.person();
  ({ id } = (await ruth.open([ben])).body);
  for (const text of ['One', 'Two', 'Three']) await ben.send(id, text);
});

const read = (body: object, who = ruth, chatId = id) => who.call('POST', `/api/chat/${chatId}/read`, body);
const unread = async (who = ruth) => (await who.chats())[0]!.unreadCount;

describe('the read position', () => {
  test('moves on and never back', async () => {
    expect(await unread()).toBe(3);
    expect(await read({ seq: 2 })).toEqual({ status: 204, body: undefined });
    expect(await unread()).toBe(1);
    await read({ seq: 1 });
    expect(await unread()).toBe(1);
  });

  test('never goes past the last message', async () => {
    await read({ seq: Number.MAX_SAFE_INTEGER });
    await ben.send(id, 'Four');
    expect(await unread()).toBe(1);
  });

  test("does not count one's own messages, nor anything for the other", async () => {
    await ruth.send(id, 'Mine');
    expect(await unread()).toBe(3);
    expect(await unread(ben)).toBe(1);
  });

  test('a chat that is marked unread counts one at least, until it is read', async () => {
    await read({ seq: 3 });
    expect(await unread()).toBe(0);
    expect((await read({ unread: true })).status).toBe(204);
    expect(await unread()).toBe(1);
    await ben.send(id, 'Four');
    await ben.send(id, 'Five');
    expect(await unread()).toBe(2);
    await read({ seq: 5 });
    expect(await unread()).toBe(0);
  });

  test('a mark that another device sets on a chat that is deleted is gone when the chat is opened again', async () => {
    expect((await ruth.call('DELETE', `/api/chat/${id}`)).status).toBe(204);
    expect((await read({ unread: true })).status).toBe(204);
    await ruth.open([ben]);
    expect(await unread()).toBe(0);
  });

  test('moves on in a chat that is marked unread in the same call', async () => {
    expect((await read({ seq: 2, unread: true })).status).toBe(204);
    expect((await ruth.chats())[0]).toMatchObject({ readSeq: 2, unreadCount: 1, markedUnread: true });
    expect((await read({ seq: 3, unread: true })).status).toBe(204);
    expect((await ruth.chats())[0]).toMatchObject({ readSeq: 3, unreadCount: 1, markedUnread: true });
    await read({ seq: 3, unread: false });
    expect(await unread()).toBe(0);
  });

  test('that is told late leaves a mark that may have been set since', async () => {
    await read({ unread: true });
    expect((await read({ seq: 3, keepsMark: true })).status).toBe(204);
    expect((await ruth.chats())[0]).toMatchObject({ readSeq: 3, unreadCount: 1, markedUnread: true });
    await read({ seq: 3, keepsMark: false });
    expect(await unread()).toBe(0);
    expect((await read({ seq: 3, keepsMark: true })).status).toBe(204);
    expect(await unread()).toBe(0);
  });

  test('is refused for what is no position, and for strangers', async () => {
    for (const body of [
      {},
      { seq: -1 },
      { seq: 1.5 },
      { seq: '1' },
      { unread: false },
      { seq: '1', unread: true },
      [],
    ]) {
      expect((await read(body)).status).toBe(400);
    }
    for (const chatId of [id, randomUUID(), 'x']) {
      expect((await read({ seq: 1 }, world.person(), chatId)).status).toBe(404);
      expect((await read({ unread: true }, world.person(), chatId)).status).toBe(404);
    }
  });
});
