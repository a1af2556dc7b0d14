import type { Message } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { changed, heardChangesHead, isOutdated, loadedChanges } from './message-changes.ts';
import {
  begunAnew,
  emptyLog,
  heard,
  heardHead,
  holds,
  isBehind,
  loadedAfter,
  loadedAround,
  loadedBefore,
  loadedNewest,
  type MessageLog,
  trimmed,
} from './message-log.ts';
import { withReactionTold, withStanding } from './message-versions.ts';

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
const asked = (head = 0) => ({ head, changes: 0, changesHead: 0 });
/** The answer to a query with this limit: a shorter page reaches the end. */
const page = (messages: Message[], limit = 50) => {
  const short = messages.length < limit;
  return { messages, first: short, last: short };
};
const opened51 = loadedNewest(emptyLog, page(range(51, 100)), asked());
const opened = (to: number) => loadedNewest(emptyLog, page(range(1, to)), asked());

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
    const filled = loadedAfter(waiting, page([message(3)], 1), { ...asked(5), after: 2 });
    expect(seqs(filled)).toEqual([1, 2, 3, 4, 5]);
    expect(isBehind(filled)).toBe(false);
  });

  test('two real Amens are two messages', () => {
    const log = heard(heard(opened(1), message(2, 'Amen')), message(3, 'Amen'));
    expect(log.messages.map((one) => one.text)).toEqual(['text 1', 'Amen', 'Amen']);
  });

  test('heard again keep my own reactions, which an echo does not know', () => {
    const mine = { ...message(2), reactions: { '🙏': 1 }, myReactions: ['🙏'] };
    const log = heard(loadedNewest(emptyLog, page([message(1), mine]), asked()), { ...mine, myReactions: [] });
    expect(log.messages[1]?.myReactions).toEqual(['🙏']);
  });
});

describe('catching up', () => {
  test('is needed when the chat has got further, and not when it has not', () => {
    expect(isBehind(heardHead(opened(2), 3))).toBe(true);
    expect(isBehind(heardHead(opened(2), 2))).toBe(false);
  });

  test('goes on page by page', () => {
    const first = loadedAfter(heardHead(opened(2), 6), page(range(3, 4), 2), { ...asked(6), after: 2 });
    expect(first.last).toBe(4);
    expect(isBehind(first)).toBe(true);
    const second = loadedAfter(first, page(range(5, 6), 2), { ...asked(6), after: 4 });
    expect(seqs(second)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(isBehind(second)).toBe(false);
  });

  test('ends where the server says so, even when positions are not ours to see', () => {
    const back = loadedAfter(heardHead(opened(2), 9), page([message(8), message(9)], 200), { ...asked(9), after: 2 });
    expect(seqs(back)).toEqual([1, 2, 8, 9]);
    expect(isBehind(back)).toBe(false);
    expect(isBehind(loadedAfter(heardHead(opened(2), 9), page([], 200), { ...asked(9), after: 2 }))).toBe(false);
  });

  test('keeps what came live while it asked', () => {
    const live = heard(heardHead(opened(2), 4), message(5));
    expect(seqs(loadedAfter(live, page(range(3, 4), 200), { ...asked(4), after: 2 }))).toEqual([1, 2, 3, 4, 5]);
  });

  test('an answer that came too late for a log that began anew is left aside', () => {
    expect(loadedAfter(emptyLog, page(range(8, 9), 200), { ...asked(9), after: 7 })).toBe(emptyLog);
  });
});

describe('the newest page', () => {
  test('joins what the tab had kept', () => {
    const log = loadedNewest(loadedNewest(emptyLog, page(range(10, 59)), asked()), page(range(40, 89)), asked());
    expect(log.messages[0]?.seq).toBe(10);
    expect(log.last).toBe(89);
  });

  test('takes the place of it when too much lies between', () => {
    const log = loadedNewest(opened(20), page(range(101, 150)), asked());
    expect(log.messages[0]?.seq).toBe(101);
    expect(log.whole).toBe(false);
  });

  test('that is the whole history takes away what the server no longer gives', () => {
    expect(seqs(loadedNewest(opened(4), page([message(5)]), asked()))).toEqual([5]);
  });

  test('reaches what was known when it was asked for, though nothing up to there is this person’s to see', () => {
    const none = { messages: [], first: true, last: true };
    const log = loadedNewest(heardHead(emptyLog, 5000), none, asked(5000));
    expect([isBehind(log), isBehind(heardHead(log, 5001))]).toEqual([false, true]);
    expect(seqs(loadedNewest(opened(4), none, asked(4)))).toEqual([]);
  });

  test('from this device may be behind', () => {
    const log = loadedNewest(heardHead(emptyLog, 9), { ...page(range(1, 4)), last: false, changes: 0 }, asked(9));
    expect(isBehind(log)).toBe(true);
  });

  test('does not lose what came live while it was on its way', () => {
    expect(seqs(loadedNewest(heard(opened(2), message(3)), page(range(1, 2)), asked()))).toEqual([1, 2, 3]);
    expect(seqs(loadedNewest(heard(emptyLog, message(3)), page(range(1, 2)), asked()))).toEqual([1, 2, 3]);
  });
});

test('a log that begins anew has nothing older than its page, and keeps what came live since', () => {
  const log = [message(101), message(103)].reduce(heard, opened(100));
  const anew = begunAnew(log, page(range(51, 100)), asked(100));
  expect(seqs(anew)).toEqual(range(51, 101).map(({ seq }) => seq));
  expect([anew.whole, isBehind(anew)]).toEqual([false, true]);
});

test('older pages go before, until there are none', () => {
  const log = loadedBefore(opened51, page(range(1, 50)), { ...asked(), before: 51 });
  expect(seqs(log)).toHaveLength(100);
  expect(log.whole).toBe(false);
  expect(loadedBefore(log, page([]), { ...asked(), before: 1 }).whole).toBe(true);
  expect(loadedBefore(log, page(range(1, 50)), { ...asked(), before: 51 })).toBe(log);
});

describe('a window further back', () => {
  const back = loadedAround(opened51, { messages: range(20, 30), first: false, last: false }, asked());

  test('holds a place, and neither takes nor asks for what comes at the newest end', () => {
    expect([holds(back, 25), holds(back, 31), holds(back, 19), back.live, back.whole]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    const later = heard(back, message(101));
    expect([seqs(later), later.head, isBehind(later)]).toEqual([range(20, 30).map(({ seq }) => seq), 101, false]);
  });

  test('goes on both ways without a hole, until it is at the newest end again', () => {
    const older = loadedBefore(back, page(range(10, 19), 10), { ...asked(), before: 20 });
    const newer = loadedAfter(
      older,
      { messages: range(31, 80), first: false, last: false },
      { ...asked(100), after: 30 },
    );
    const end = loadedAfter(
      newer,
      { messages: range(81, 100), first: false, last: true },
      { ...asked(100), after: 80 },
    );
    expect([newer.live, end.live]).toEqual([false, true]);
    expect(seqs(end)).toEqual(range(10, 100).map(({ seq }) => seq));
    expect(seqs(heard(end, message(101))).at(-1)).toBe(101);
  });

  test('is not mixed with pages that were asked for at another place', () => {
    const late = { messages: range(5, 9), first: false, last: false };
    expect(loadedAfter(back, late, { ...asked(), after: 4 })).toBe(back);
    expect(loadedBefore(back, late, { ...asked(), before: 10 })).toBe(back);
  });

  test('from this device is behind at its end when more has come since', () => {
    const kept = { messages: range(81, 100), first: false, last: true, changes: 0 };
    const known = heardHead(back, 120);
    const jumped = loadedAround(known, kept, asked(120));
    const scrolled = loadedAfter({ ...known, last: 80 }, kept, { ...asked(120), after: 80 });
    for (const log of [jumped, scrolled]) {
      expect([log.live, log.last, isBehind(log)]).toEqual([true, 100, true]);
      expect(seqs(heard(log, message(121))).at(-1)).toBe(100);
    }
  });

  test('gives way to the newest page', () => {
    const live = loadedNewest(back, page(range(51, 100)), asked());
    expect([live.live, live.messages[0]?.seq, live.last]).toEqual([true, 51, 100]);
  });
});

describe('the window', () => {
  const sizes = { most: 40, keep: 20 };

  test('keeps the newest while somebody is at the end', () => {
    const log = trimmed(opened51, null, sizes);
    expect([log.messages[0]?.seq, log.last, log.live, log.whole]).toEqual([81, 100, true, false]);
    expect(trimmed(log, null, sizes)).toBe(log);
  });

  test('keeps what somebody looks at, and lets go of the newest end then', () => {
    const log = trimmed(opened51, 60, sizes);
    expect([log.messages[0]?.seq, log.last, log.live]).toEqual([51, 70, false]);
    expect(trimmed(opened51, 99, sizes).live).toBe(true);
  });
});

describe('changes', () => {
  const edited = (seq: number, changeSeq: number, text: string): Message => ({ ...message(seq, text), changeSeq });
  const textAt = (log: MessageLog, seq: number) => log.messages.find((one) => one.seq === seq)?.text;

  test('that follow one another leave nothing to ask for', () => {
    const log = changed(changed(opened(3), edited(1, 1, 'one')), edited(2, 2, 'two'));
    expect([textAt(log, 1), textAt(log, 2), log.changes, isOutdated(log)]).toEqual(['one', 'two', 2, false]);
  });

  test('that were missed are asked for, and the newer version of a message wins', () => {
    const log = changed(opened(3), edited(1, 3, 'third'));
    expect(isOutdated(log)).toBe(true);
    const healed = loadedChanges(log, [edited(2, 1, 'first'), edited(1, 2, 'second')], {
      after: 0,
      head: 3,
      limit: 50,
    });
    expect([textAt(healed, 1), textAt(healed, 2), isOutdated(healed)]).toEqual(['third', 'first', false]);
    expect(textAt(changed(healed, edited(1, 2, 'late')), 1)).toBe('third');
  });

  test('are asked for page by page', () => {
    const log = loadedChanges(heardChangesHead(opened(3), 9), [edited(1, 4, 'a')], { after: 0, head: 9, limit: 1 });
    expect([log.changes, isOutdated(log)]).toEqual([4, true]);
  });

  test('are asked for again when they came while a page was on its way', () => {
    const log = changed(opened51, edited(20, 1, 'not held'));
    expect(isOutdated(log)).toBe(false);
    const older = loadedBefore(log, page(range(1, 50)), { ...asked(), before: 51 });
    expect(isOutdated(older)).toBe(true);
    expect(textAt(loadedChanges(older, [edited(20, 1, 'new')], { after: 0, head: 1, limit: 50 }), 20)).toBe('new');
  });

  test('that a page already has are known with it', () => {
    const log = loadedNewest(emptyLog, page([edited(1, 7, 'new')]), asked());
    expect([log.changes, isOutdated(heardChangesHead(log, 7)), isOutdated(heardChangesHead(log, 8))]).toEqual([
      7,
      false,
      true,
    ]);
  });

  test('take the text of a deleted message away, and a message that an edit has overtaken is shown edited', () => {
    const gone = { ...edited(2, 1, ''), deletedAt: '2026-11-20T09:00:00.000Z' };
    const log = changed(opened(2), gone);
    expect(textAt(log, 2)).toBe('');
    expect(textAt(heard(changed(log, edited(3, 2, 'edited')), message(3, 'first')), 3)).toBe('edited');
  });
});

describe('reactions', () => {
  const told = { chatId: 'kitchen', messageId: 'm1', emoji: '🙏', added: true, userId: 'me', reactions: { '🙏': 1 } };

  test('of mine on another device are mine here too, and go when they are taken back', () => {
    const on = withReactionTold(message(1), { ...told, changeSeq: 1 }, 'me');
    expect([on.myReactions, on.changeSeq]).toEqual([['🙏'], 1]);
    expect(withReactionTold(on, { ...told, added: false, reactions: {}, changeSeq: 2 }, 'me').myReactions).toEqual([]);
  });

  test('of others leave mine as they are, and older ones are not taken', () => {
    const mine = { ...message(1), reactions: { '🎉': 1 }, myReactions: ['🎉'], changeSeq: 4 };
    const reactions = { '🎉': 1, '🙏': 1 };
    const both = withReactionTold(mine, { ...told, userId: 'ben', reactions, changeSeq: 5 }, 'me');
    expect([both.reactions, both.myReactions]).toEqual([reactions, ['🎉']]);
    expect(withReactionTold(mine, { ...told, changeSeq: 3 }, 'me')).toBe(mine);
  });

  test('of mine are shown at once; an answer that something newer has overtaken is not', () => {
    const shown = withStanding(message(1), { reactions: { '🎉': 1 }, myReactions: ['🎉'] });
    expect(shown.myReactions).toEqual(['🎉']);
    const newer = { ...shown, changeSeq: 9 };
    expect(withStanding(newer, { reactions: {}, myReactions: [], changeSeq: 8 })).toBe(newer);
  });
});
