import type { Message } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { entry } from '../../../lib/outbox/testing/entry.ts';
import { conversationItems, firstUnreadAfter, stillOutgoing, type Outgoing } from './conversation.ts';

const start = new Date(2026, 10, 20, 8, 0).getTime();

const message = (seq: number, minutes: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chatId: 'kitchen',
  seq,
  senderId: 'ana',
  text: `text ${seq}`,
  attachmentUrl: null,
  createdAt: new Date(start + minutes * 60_000).toISOString(),
  clientId: null,
  reactions: {},
  myReactions: [],
  ...more,
});

const outgoing = (clientId: string, more: Partial<Outgoing> = {}): Outgoing => ({
  ...entry(clientId),
  text: 'Amen',
  createdAt: new Date(start + 60 * 60_000).toISOString(),
  state: 'waiting',
  ...more,
});

/** Readable lines: separators by kind, bubbles by position, with ( and ) where a run begins and ends. */
function outline(messages: Message[], entries: Outgoing[] = [], unreadFrom: number | null = null) {
  return conversationItems({ messages, outgoing: entries, me: 'me', unreadFrom })
    .map((item) =>
      item.kind === 'bubble' ? `${item.first ? '(' : ''}${item.seq ?? item.key}${item.last ? ')' : ''}` : item.kind,
    )
    .join(' ');
}

describe('a conversation', () => {
  test('begins with its day', () => {
    expect(outline([message(1, 0)])).toBe('day (1)');
  });

  test('tells the time when messages are at least an hour apart', () => {
    expect(outline([message(1, 0), message(2, 59), message(3, 119)])).toBe('day (1) (2) time (3)');
  });

  test('names a new day, and tells the time below it if the messages are at least an hour apart', () => {
    const [afternoon, late, morning] = [message(1, 6.5 * 60), message(1, 15.5 * 60), message(2, 26.5 * 60)];
    expect(outline([afternoon, morning])).toBe('day (1) day time (2)');
    expect(outline([late, message(2, 16.4 * 60)])).toBe('day (1) day (2)');
    expect(outline([late, message(2, 16.5 * 60)])).toBe('day (1) day time (2)');
    expect(outline([late], [outgoing('a', { createdAt: morning.createdAt })])).toBe('day (1) day time (a)');
  });

  test('keeps together what one person wrote within five minutes', () => {
    const other = message(3, 6, { senderId: 'ben' });
    expect(outline([message(1, 0), message(2, 4), other, message(4, 7), message(5, 13)])).toBe('day (1 2) (3) (4) (5)');
  });

  test('marks where the new messages begin, and starts a run there', () => {
    expect(outline([message(1, 0), message(2, 1), message(3, 2)], [], 2)).toBe('day (1) unread (2 3)');
  });

  test('ends with what is on its way', () => {
    expect(outline([message(1, 58)], [outgoing('a'), outgoing('b')])).toBe('day (1) (a b)');
  });

  test('keeps what a slow clock wrote at the end', () => {
    const slow = outgoing('a', { createdAt: new Date(start - 86_400_000).toISOString() });
    expect(outline([message(1, 0)], [slow])).toBe('day (1) (a)');
  });
});

describe('the new messages', () => {
  const firstAfter = (after: number, messages: Message[], whole = false) =>
    firstUnreadAfter({ messages, whole }, after, 'me');

  test('begin with what somebody else said and did not take back', () => {
    const mine = message(3, 2, { senderId: 'me' });
    const deleted = message(4, 3, { deletedAt: message(4, 4).createdAt });
    const left = message(5, 5, { system: { kind: 'left' } });
    const read = [message(1, 0), message(2, 1)];
    expect(firstAfter(2, [...read, mine, deleted, left, message(6, 6), message(7, 7)])).toBe(6);
    expect(firstAfter(2, [...read, mine, deleted, left])).toBeNull();
  });

  test('are not told to begin where earlier ones may be missing', () => {
    const [fourth, fifth] = [message(4, 0), message(5, 1)];
    expect(firstAfter(2, [fourth, fifth])).toBeNull();
    expect(firstAfter(3, [fourth, fifth])).toBe(4);
    expect(firstAfter(2, [fourth, fifth], true)).toBe(4);
    expect(firstAfter(2, [])).toBeNull();
  });
});

describe('what is on its way', () => {
  test('gives its place to the message with its mark, under the same key', () => {
    const arrived = message(1, 60, { senderId: 'me', clientId: 'a', text: 'Amen' });
    expect(stillOutgoing([outgoing('a'), outgoing('b')], [arrived], 'me').map((one) => one.clientId)).toEqual(['b']);
    const items = conversationItems({ messages: [arrived], outgoing: [outgoing('a')], me: 'me', unreadFrom: null });
    expect(items.filter((item) => item.kind === 'bubble').map((item) => item.key)).toEqual(['a']);
  });

  test('is not swallowed by an earlier Amen with a mark of its own', () => {
    const earlier = message(1, 0, { senderId: 'me', clientId: 'x', text: 'Amen' });
    expect(stillOutgoing([outgoing('a')], [earlier], 'me')).toHaveLength(1);
  });

  test('gives its place to an echo without a mark, one for one, if that came later', () => {
    const echo = (seq: number) => message(seq, 60, { senderId: 'me', text: 'Amen' });
    expect(stillOutgoing([outgoing('a'), outgoing('b')], [echo(5)], 'me').map((one) => one.clientId)).toEqual(['b']);
    expect(stillOutgoing([outgoing('a', { afterSeq: 5 })], [echo(5)], 'me')).toHaveLength(1);
    expect(stillOutgoing([outgoing('a')], [{ ...echo(5), senderId: 'ana' }], 'me')).toHaveLength(1);
  });
});
