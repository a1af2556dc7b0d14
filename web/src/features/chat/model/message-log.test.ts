import type { Message } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import {
  emptyLog,
  heard,
  heardHead,
  isBehind,
  loadedAfter,
  loadedBefore,
  loadedNewest,
  type MessageLog,
} from './message-log.ts';

const message = (seq: number, text = `text ${seq}`): Message => ({
  id: `m${seq}`,
  chatId: 'kitchen',
  seq,
  senderId: 'ana',
  text,
  attachmentUrl: null,
  createdAt: new Date(Date.UTC(2026, 10, 20, 8, seq)).toISOString(),
  clientId: null,
  reactions: {},
  myReactions: [],
});

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const seqs = (log: MessageLog) => log.messages.map((one) => one.seq);
const asked = (limit: number, head = 0) => ({ limit, head, changes: 0, changesHead: 0 });
const opened = (to: number) => loadedNewest(emptyLog, range(1, to), asked(50));

describe('live messages', () => {
  test('are shown in order, each once', () => {
    const log = [3, 4, 4, 3].reduce((before, seq) => heard(before, message(seq)), opened(2));
    expect(seqs(log)).toEqual([1, 2, 3, 4]);
    expect(isBehind(log)).toBe(false);
  });

  test('wait behind a hole until the server has filled it', () => {
    const waiting = heard(heard(opened(2), message(5)), message(4));
    expect(seqs(waiting)).toEqual([1, 2]);
    expect(isBehind(waiting)).toBe(true);
    const filled = loadedAfter(waiting, [message(3)], { ...asked(1, 5), after: 2 });
    expect(seqs(filled)).toEqual([1, 2, 3, 4, 5]);
    expect(isBehind(filled)).toBe(false);
  });

  test('two real Amens are two messages', () => {
    const log = heard(heard(opened(1), message(2, 'Amen')), message(3, 'Amen'));
    expect(log.messages.map((one) => one.text)).toEqual(['text 1', 'Amen', 'Amen']);
  });

  test('heard again keep my own reactions, which an echo does not know', () => {
    const mine = { ...message(2), reactions: { '🙏': 1 }, myReactions: ['🙏'] };
    const log = heard(loadedNewest(emptyLog, [message(1), mine], asked(50)), { ...mine, myReactions: [] });
    expect(log.messages[1]?.myReactions).toEqual(['🙏']);
  });
});

describe('catching up', () => {
  test('is needed when the chat has got further, and not when it has not', () => {
    expect(isBehind(heardHead(opened(2), 3))).toBe(true);
    expect(isBehind(heardHead(opened(2), 2))).toBe(false);
  });

  test('goes on page by page', () => {
    const first = loadedAfter(heardHead(opened(2), 6), range(3, 4), { ...asked(2, 6), after: 2 });
    expect(first.last).toBe(4);
    expect(isBehind(first)).toBe(true);
    const second = loadedAfter(first, range(5, 6), { ...asked(2, 6), after: 4 });
    expect(seqs(second)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(isBehind(second)).toBe(false);
  });

  test('ends where the server says so, even when positions are not ours to see', () => {
    const back = loadedAfter(heardHead(opened(2), 9), [message(8), message(9)], { ...asked(200, 9), after: 2 });
    expect(seqs(back)).toEqual([1, 2, 8, 9]);
    expect(isBehind(back)).toBe(false);
    expect(isBehind(loadedAfter(heardHead(opened(2), 9), [], { ...asked(200, 9), after: 2 }))).toBe(false);
  });

  test('keeps what came live while it asked', () => {
    const live = heard(heardHead(opened(2), 4), message(5));
    expect(seqs(loadedAfter(live, range(3, 4), { ...asked(200, 4), after: 2 }))).toEqual([1, 2, 3, 4, 5]);
  });

  test('an answer that came too late for a log that began anew is left aside', () => {
    expect(loadedAfter(emptyLog, range(8, 9), { ...asked(200, 9), after: 7 })).toBe(emptyLog);
  });
});

describe('the newest page', () => {
  test('joins what the tab had kept', () => {
    const log = loadedNewest(loadedNewest(emptyLog, range(10, 59), asked(50)), range(40, 89), asked(50));
    expect(log.messages[0]?.seq).toBe(10);
    expect(log.last).toBe(89);
  });

  test('takes the place of it when too much lies between', () => {
    const log = loadedNewest(opened(20), range(101, 150), asked(50));
    expect(log.messages[0]?.seq).toBe(101);
    expect(log.whole).toBe(false);
  });

  test('that is the whole history takes away what the server no longer gives', () => {
    expect(seqs(loadedNewest(opened(4), [message(5)], asked(50)))).toEqual([5]);
  });

  test('does not lose what came live while it was on its way', () => {
    expect(seqs(loadedNewest(heard(opened(2), message(3)), range(1, 2), asked(50)))).toEqual([1, 2, 3]);
    expect(seqs(loadedNewest(heard(emptyLog, message(3)), range(1, 2), asked(50)))).toEqual([1, 2, 3]);
  });
});

test('older pages go before, until there are none', () => {
  const log = loadedBefore(loadedNewest(emptyLog, range(51, 100), asked(50)), range(1, 50), {
    ...asked(50),
    before: 51,
  });
  expect(seqs(log)).toHaveLength(100);
  expect(log.whole).toBe(false);
  expect(loadedBefore(log, [], { ...asked(50), before: 1 }).whole).toBe(true);
});
