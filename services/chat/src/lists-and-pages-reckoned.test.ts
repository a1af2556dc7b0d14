import { randomUUID } from 'node:crypto';
import type { Chat } from '@koinonia/contracts/chat.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatFor, chatsOf } from './chats/service.ts';
import type { ChatDatabase, ChatTables } from './database/schema.ts';
import type { Page } from './messages/page.ts';
import { messagesFor } from './messages/service.ts';
import { createChatDatabase } from './testing/database.ts';
import { deleteUnseen } from './unseen/delete-unseen.ts';

/*
 * Lists and pages are read by statements that were optimised for speed. Here the same results are computed from the rows in
 * the simplest way, over all kinds of members, messages and chats: people who left, hidden chats, deleted messages.
 */
type Rows<Name extends keyof ChatTables> = Selectable<ChatTables[Name]>[];

const people = Array.from({ length: 5 }, () => randomUUID());
const chatCount = 40;
/** Numbers that look random and are the same in every run. */
let thrown = 20;
const upTo = (most: number) => (thrown = (thrown * 48_271) % 2_147_483_647) % (most + 1);
const nowAndThen = () => upTo(3) === 0;
const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));

let database: Awaited<ReturnType<typeof createChatDatabase>>;
let db: ChatDatabase;
let chats: Rows<'chats'>;
let memberships: Rows<'memberships'>;
let messages: Rows<'messages'>;
let changes: Rows<'chat_changes'>;
let reactions: Rows<'reactions'>;

beforeAll(async () => {
  database = await createChatDatabase();
  ({ db } = database);
  for (let count = 0; count < chatCount; count += 1) await insertChat(count);
  [chats, memberships, messages, changes, reactions] = await Promise.all([
    db.selectFrom('chats').selectAll().execute(),
    db.selectFrom('memberships').selectAll().execute(),
    db.selectFrom('messages').selectAll().orderBy('seq').execute(),
    db.selectFrom('chat_changes').selectAll().execute(),
    db.selectFrom('reactions').selectAll().orderBy('created_at').execute(),
  ]);
});
afterAll(() => database.close());

async function insertChat(count: number): Promise<void> {
  const id = randomUUID();
  const last = nowAndThen() ? 0 : 1 + upTo(14);
  const name = nowAndThen() ? null : `Group ${count}`;
  await sql`insert into chats (id, is_group, name, photo_url, last_seq)
    values (${id}, true, ${name}, ${nowAndThen() ? '/api/media/p' : null}, ${last})`.execute(db);
  for (const uid of people.filter(() => upTo(4) > 0)) {
    const after = nowAndThen() ? upTo(last) : 0;
    await sql`insert into memberships (chat_id, user_id, visible_after_seq, read_seq, marked_unread, hidden, joined_at,
        opened_at, left_at)
      values (${id}, ${uid}, ${after}, ${upTo(last)}, ${nowAndThen()}, ${nowAndThen()}, ${minute(upTo(3))},
        ${minute(upTo(500))}, ${upTo(5) === 0 ? minute(1) : null})`.execute(db);
  }
  if (nowAndThen()) await sql`insert into chat_changes (chat_id, change_seq) values (${id}, ${upTo(2)})`.execute(db);
  for (let seq = 1; seq <= last; seq += 1) await insertMessage(id, seq);
}

async function insertMessage(chatId: string, seq: number): Promise<void> {
  const id = randomUUID();
  const kind = upTo(5);
  const [deleted, system] = [kind === 0 ? minute(9) : null, kind === 1 ? JSON.stringify({ kind: 'left' }) : null];
  const mentions = nowAndThen() ? [nowAndThen() ? 'everyone' : people[upTo(4)]!] : null;
  await sql`insert into messages (id, chat_id, seq, sender_id, text, created_at, mentions, reply_to_seq, deleted_at, system,
      change_seq)
    values (${id}, ${chatId}, ${seq}, ${people[upTo(4)]!}, ${deleted || nowAndThen() ? '' : `Line ${seq}`},
      ${minute(upTo(3) + seq * 20)}, ${mentions}, ${nowAndThen() && seq > 1 ? upTo(seq - 2) + 1 : null}, ${deleted},
      ${system}, ${nowAndThen() ? upTo(30) * 20 + seq : 0})`.execute(db);
  for (const uid of people.filter(nowAndThen)) {
    await sql`insert into reactions (message_id, user_id, emoji, created_at)
      values (${id}, ${uid}, ${nowAndThen() ? '🙏' : '❤️'}, ${minute(people.indexOf(uid))})`.execute(db);
  }
}

const messagesIn = (chatId: string) => messages.filter((message) => message.chat_id === chatId);

function chatAsSeenBy(mine: Rows<'memberships'>[number]): { chat: Chat; at: number } {
  const chat = chats.find(({ id }) => id === mine.chat_id)!;
  const last = messagesIn(chat.id).find(({ seq }) => seq === chat.last_seq && seq > mine.visible_after_seq);
  const readSeq = Math.max(mine.read_seq, mine.visible_after_seq);
  const others = messagesIn(chat.id).filter(({ seq, sender_id }) => seq > readSeq && sender_id !== mine.user_id);
  const unread = others.filter(({ deleted_at, system }) => deleted_at === null && system === null).length;
  const mentionsMe = others.filter(
    ({ mentions }) => mentions?.includes('everyone') || mentions?.includes(mine.user_id),
  ).length;
  const changeSeq = changes.find(({ chat_id }) => chat_id === chat.id)?.change_seq ?? 0;
  const text = last && last.text.trim() === '' ? 'Attachment' : (last?.text ?? '');
  const seen = {
    id: chat.id,
    isGroup: chat.is_group,
    name: chat.name,
    ...(chat.photo_url !== null && { photoURL: chat.photo_url }),
    users: memberships
      .filter(({ chat_id, left_at }) => chat_id === chat.id && left_at === null)
      .toSorted((one, other) => +one.joined_at - +other.joined_at || (one.user_id < other.user_id ? -1 : 1))
      .map(({ user_id }) => user_id),
    lastMessage: last?.deleted_at ? 'This message was deleted' : text,
    lastMessageAt: last?.created_at.toISOString() ?? null,
    lastSeq: chat.last_seq,
    unreadCount: Math.max(unread, mine.marked_unread ? 1 : 0),
    ...(mine.marked_unread && { markedUnread: true as const }),
    readSeq,
    ...(mentionsMe > 0 && { mentionsMe }),
    ...(changeSeq > 0 && { changeSeq }),
  };
  return { chat: seen, at: +(last?.created_at ?? mine.opened_at) };
}

test('lists show what the simplest way of reading the rows gives', async () => {
  for (const uid of people) {
    const views = memberships.filter(({ user_id, left_at }) => user_id === uid && left_at === null).map(chatAsSeenBy);
    const isInSight = ({ id }: Chat) => {
      const mine = memberships.find(({ chat_id, user_id }) => chat_id === id && user_id === uid)!;
      return !mine.hidden || chats.find((chat) => chat.id === id)!.last_seq > mine.visible_after_seq;
    };
    const expected = views
      .toSorted((one, other) => other.at - one.at || (one.chat.id > other.chat.id ? -1 : 1))
      .map(({ chat }) => chat);
    // Often enough that PostgreSQL switches to the generic plan.
    for (let time = 1; time <= 8; time += 1) expect(await chatsOf(db, uid)).toEqual(expected.filter(isInSight));
    for (const chat of expected) expect(await chatFor(db, uid, chat.id)).toEqual(chat);
  }
});

function pageAsSeenBy({ chat_id, visible_after_seq }: Rows<'memberships'>[number], page: Page): number[] {
  const { limit, before = Infinity, after, around, changedAfter } = page;
  const visible = messagesIn(chat_id).filter(({ seq }) => seq > visible_after_seq);
  const seqs = visible.map(({ seq }) => seq);
  if (changedAfter !== undefined) {
    const changed = visible.filter(({ change_seq }) => change_seq > changedAfter);
    const inOrder = changed.toSorted((one, other) => one.change_seq - other.change_seq);
    return inOrder.map(({ seq }) => seq).slice(0, limit);
  }
  if (around !== undefined) {
    const older = seqs.filter((seq) => seq <= around).slice(-Math.ceil(limit / 2));
    return [...older, ...seqs.filter((seq) => seq > around).slice(0, Math.floor(limit / 2))];
  }
  const between = seqs.filter((seq) => seq < before && seq > (after ?? 0));
  return after === undefined ? between.slice(-limit) : between.slice(0, limit);
}

const positions = [0, 1, 3, 7, 15, 16, Number.MAX_SAFE_INTEGER - 200];
const pages = [1, 2, 5, 50].flatMap((limit): Page[] => [
  { limit },
  ...positions.flatMap((position): Page[] => [
    { limit, before: position },
    { limit, after: position },
    { limit, after: position, before: 6 },
    { limit, around: position },
    { limit, changedAfter: position },
  ]),
]);

test('pages show what the simplest way of reading the rows gives', async () => {
  for (const mine of memberships.filter((_, index) => index % 11 === 0)) {
    for (const page of pages) {
      const asked = messagesFor(db, mine.user_id, mine.chat_id, page);
      if (mine.left_at !== null) {
        await expect(asked).rejects.toMatchObject({ code: 'not_found' });
        break;
      }
      const found = await asked;
      expect(found.map(({ seq }) => seq)).toEqual(pageAsSeenBy(mine, page));
      for (const { seq, replyTo, myReactions, reactions: counts } of found) {
        const row = messagesIn(mine.chat_id).find((message) => message.seq === seq)!;
        const original = (row.reply_to_seq ?? 0) > mine.visible_after_seq ? row.reply_to_seq : null;
        expect(replyTo?.seq ?? null).toBe(original);
        const given = reactions.filter(({ message_id }) => message_id === row.id);
        expect(myReactions).toEqual(given.filter(({ user_id }) => user_id === mine.user_id).map(({ emoji }) => emoji));
        const byEmoji = Map.groupBy(given, ({ emoji }) => emoji);
        expect(Object.entries(counts)).toEqual([...byEmoji].map(([emoji, all]) => [emoji, all.length]));
      }
    }
  }
});

test('lists and pages are the same after what nobody sees was deleted', async () => {
  await sql`update memberships set visible_after_seq = greatest(visible_after_seq, least(last_seq, 6))
    from chats where chats.id = chat_id and chats.name is not null`.execute(db);
  await sql`insert into searchable_up_to (chat_id, seq) select id, last_seq from chats`.execute(db);
  const present = memberships.filter(({ left_at }) => left_at === null);
  const everything = async () => ({
    lists: await Promise.all(people.map((uid) => chatsOf(db, uid))),
    pages: await Promise.all(
      present.flatMap(({ user_id, chat_id }) =>
        [{ limit: 50 }, { limit: 3, around: 7 }, { limit: 9, changedAfter: 0 }].map((page) =>
          messagesFor(db, user_id, chat_id, page),
        ),
      ),
    ),
  });
  const before = await everything();
  await deleteUnseen({ db, log: createLog('silent', 'chat'), withdrawals: { go: () => {} } });
  expect(await everything()).toEqual(before);

  const left = await db.selectFrom('messages').select(['chat_id', 'seq']).execute();
  expect(left.length).toBeLessThan(messages.length - 100);
  const visibleAfter = await db.selectFrom('memberships').selectAll().where('left_at', 'is', null).execute();
  const isSeen = ({ chat_id, seq }: { chat_id: string; seq: number }) =>
    visibleAfter.some((mine) => mine.chat_id === chat_id && mine.visible_after_seq < seq);
  expect(left.length).toBe(messages.filter(isSeen).length);
});
