import { expect, test } from 'vitest';
import { message, range } from '../testing/messages.ts';
import { changed, heardChangesHead, isOutdated, loadedChanges, reacted } from './message-changes.ts';
import { emptyLog, heard, type MessageLog } from './message-log.ts';

const log: MessageLog = { ...emptyLog, messages: range(1, 3), last: 3, head: 3 };
const told = { messageId: 'm4', changeSeq: 1 };
const thanked = message(4, { reactions: { '🙏': 1 }, changeSeq: 1 });
const asThanked = () => thanked;

test('a reaction that overtakes its message is asked for when the message has come without it', () => {
  const early = reacted(log, told, asThanked);
  const late = heard(early, message(4));
  expect(late.messages.at(-1)?.reactions).toEqual({});
  expect(isOutdated(late)).toBe(true);
  const healed = loadedChanges(late, [thanked], { after: 0, head: 1, limit: 50 });
  expect(healed.messages.at(-1)?.reactions).toEqual({ '🙏': 1 });
  expect(isOutdated(healed)).toBe(false);
});

test('a message that never came is there with its reaction when the changes are', () => {
  const missed = reacted(log, told, asThanked);
  const healed = loadedChanges(missed, [thanked], { after: 0, head: 1, limit: 50 });
  expect(healed.messages.at(-1)).toMatchObject({ seq: 4, reactions: { '🙏': 1 } });
  expect([healed.last, isOutdated(healed)]).toEqual([4, false]);
});

test('an edit that comes after a reaction that was missed does not hide it', () => {
  const missed = reacted(log, told, asThanked);
  const edited = changed(missed, message(4, { text: 'Thanks', changeSeq: 2 }));
  expect(isOutdated(edited)).toBe(true);
});

test('a reaction to a message that is here is in the log', () => {
  const third = { messageId: 'm3', changeSeq: 1 };
  const after = reacted(log, third, (before) => ({ ...before, reactions: { '🙏': 1 }, changeSeq: 1 }));
  expect(after.messages.at(-1)?.reactions).toEqual({ '🙏': 1 });
  expect(isOutdated(heardChangesHead(after, 1))).toBe(false);
});
