import { randomUUID } from 'node:crypto';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plan } from '../testing/plan.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

async function ask(uid: string, what: string, body?: object, headers?: Record<string, string>) {
  const answer = await fetch(`${world.nodes[0]?.url}/internal/people/${uid}/${what}`, {
    method: 'POST',
    headers: { ...(headers ?? (await headersOfProcess('chat'))), 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('what is stored of somebody’s words', () => {
  test('is what they wrote, as it stands and as it stood, and nothing of what others wrote', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben])).body;
    const group = (await ruth.open([ben, eva], { name: 'Kitchen' })).body;
    const bens = (await ben.send(id, 'A secret of Ben')).body;
    const url = world.media.give(id, ruth.uid, plan);
    const said = (await ruth.send(id, 'Diner', { attachmentUrl: url, replyTo: bens.seq })).body;
    await ruth.call('PATCH', `/api/chat/${id}/messages/${said.id}`, { text: 'Dinner' });
    const gone = (await ruth.send(id, 'Forget it')).body;
    await ruth.call('DELETE', `/api/chat/${id}/messages/${gone.id}`);
    await ruth.call('POST', '/api/chat/react', { chatId: id, messageId: bens.id, emoji: '🙏' });
    await ruth.send(group.id, 'Hello');
    await ruth.call('PATCH', `/api/chat/${group.id}`, { remove: [ruth.uid] });
    await ruth.call('PATCH', '/api/chat/settings', { typing: false });

    const chats = await ask(ruth.uid, 'chats');
    expect(chats).toMatchObject({
      status: 200,
      body: {
        chats: [
          { id, isGroup: false, name: null, other: ben.uid, leftAt: null, messages: 1 },
          { id: group.id, isGroup: true, name: null, other: null, leftAt: expect.any(String), messages: 1 },
        ],
        settings: { typing: false, presence: true },
      },
    });
    const messages = await ask(ruth.uid, 'messages', { chatId: id, after: 0, limit: 10 });
    expect(messages.body).toEqual([
      {
        id: said.id,
        chatId: id,
        seq: said.seq,
        text: 'Dinner',
        attachmentUrl: url,
        attachment: plan,
        createdAt: said.createdAt,
        editedAt: expect.any(String),
        replyTo: bens.seq,
        mentions: [],
        earlier: [{ text: 'Diner', writtenAt: said.createdAt }],
      },
    ]);
    const reactions = await ask(ruth.uid, 'reactions', { after: null, limit: 10 });
    expect(reactions.body).toMatchObject([{ chatId: id, messageId: bens.id, seq: bens.seq, emoji: '🙏' }]);
    expect(JSON.stringify([chats, messages, reactions])).not.toContain('secret');
  });

  test('comes a page at a time', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    for (const text of ['one', 'two', 'three']) {
      const { seq, id: messageId } = (await ruth.send(id, text)).body;
      expect(seq).toBeGreaterThan(0);
      for (const emoji of ['🙏', '🎉']) await ruth.call('POST', '/api/chat/react', { chatId: id, messageId, emoji });
    }
    const pages: string[] = [];
    for (let after = 0; ;) {
      const page = (await ask(ruth.uid, 'messages', { chatId: id, after, limit: 2 })).body as {
        text: string;
        seq: number;
      }[];
      if (page.length === 0) break;
      pages.push(page.map(({ text }) => text).join('+'));
      after = page.at(-1)?.seq ?? 0;
    }
    expect(pages).toEqual(['one+two', 'three']);
    type Reacted = { messageId: string; emoji: string };
    const first = (await ask(ruth.uid, 'reactions', { after: null, limit: 4 })).body as Reacted[];
    const last = first.at(-1);
    const rest = await ask(ruth.uid, 'reactions', {
      after: { messageId: last?.messageId, emoji: last?.emoji },
      limit: 4,
    });
    const all = [...first, ...(rest.body as Reacted[])].map(({ messageId, emoji }) => messageId + emoji);
    expect([all.length, new Set(all).size]).toEqual([6, 6]);
  });

  test('comes in shorter pages where it is long, with all its edits', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    for (const text of ['one', 'two', 'three']) await ruth.send(id, text);
    await sql`
      insert into message_versions (message_id, version, text, written_at)
      select id, version, repeat('€', 10000), now() from messages, generate_series(1, 100) as version
      where chat_id = ${id} and seq < 3
    `.execute(world.db);
    await sql`update messages set edited_at = now() where chat_id = ${id} and seq < 3`.execute(world.db);
    const pages: string[] = [];
    for (let after = 0; after < 3;) {
      const page = (await ask(ruth.uid, 'messages', { chatId: id, after, limit: 500 })).body as {
        text: string;
        seq: number;
        earlier: unknown[];
      }[];
      pages.push(page.map(({ text, earlier }) => `${text} ${earlier.length}`).join('+'));
      after = page.at(-1)?.seq ?? Infinity;
    }
    expect(pages).toEqual(['one 100', 'two 100+three 0']);
  });

  test('of somebody who is not known, or for whoever is not one of our own processes, is nothing', async () => {
    const page = { chatId: randomUUID(), after: 0, limit: 10 };
    expect(await ask('no-id', 'chats')).toEqual({ status: 200, body: { chats: [], settings: null } });
    expect(await ask(randomUUID(), 'messages', page)).toEqual({ status: 200, body: [] });
    const [ruth] = world.people(1);
    const own = await headersOf(ruth.uid, 'chat');
    for (const [what, body] of [
      ['chats', {}],
      ['messages', page],
      ['reactions', { after: null, limit: 1 }],
    ] as const) {
      expect(await ask(ruth.uid, what, body, own)).toMatchObject({ status: 403 });
      expect(await ask(ruth.uid, what, body, {})).toMatchObject({ status: 401 });
    }
    expect(await ask(ruth.uid, 'messages', { ...page, limit: 5000 })).toMatchObject({ status: 400 });
  });
});

/** What is not told: whose it is, what says only how it is stored, and what is empty in all messages that are told. */
const columns = {
  memberships: {
    told: ['chat_id', 'joined_at', 'left_at', 'marked_unread', 'read_seq'],
    leftOut: ['changed_at', 'hidden', 'opened_at', 'user_id', 'visible_after_seq'],
  },
  messages: {
    told: ['attachment_url', 'chat_id', 'created_at', 'edited_at', 'id', 'mentions', 'reply_to_seq', 'seq', 'text'],
    leftOut: ['change_seq', 'client_id', 'deleted_at', 'sender_id', 'system'],
  },
  message_versions: { told: ['text', 'written_at'], leftOut: ['message_id', 'version'] },
  reactions: { told: ['created_at', 'emoji', 'message_id'], leftOut: ['user_id'] },
  settings: { told: ['presence', 'typing'], leftOut: ['user_id'] },
};

test.each(Object.entries(columns))('each column of %s is told, or left out on purpose', async (table, known) => {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'chat' and table_name = ${table}`.execute(world.db);
  expect(rows.map(({ name }) => name).sort()).toEqual([...known.told, ...known.leftOut].sort());
});
