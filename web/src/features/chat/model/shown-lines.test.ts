import { expect, test } from 'vitest';
import type { ConversationItem } from './conversation.ts';
import { type Drawn, drawnWith, linesDrawn, withMore } from './shown-lines.ts';

/** Messages at these positions; null is one that is being sent. */
const lines = (...seqs: (number | null)[]) =>
  seqs.map((seq) => ({ kind: 'bubble', key: `${seq}`, seq }) as ConversationItem);
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const unread: ConversationItem = { kind: 'unread', key: 'unread' };

/** What is drawn after each step, as the positions of the first and the last line. */
function steps(items: readonly ConversationItem[], begin: Drawn | 'new' | 'end', target: number | null = null) {
  const seen: [number, number][] = [];
  let lines = linesDrawn(items, begin, target);
  for (;;) {
    const drawn = drawnWith(items, lines, true);
    if (drawn === null) return seen;
    seen.push([drawn.first, drawn.last]);
    const next = withMore(items, linesDrawn(items, drawn, null));
    if (next.from === lines.from && next.to === lines.to) return seen;
    lines = next;
  }
}

test('a chat begins with a screen of its newest messages, and those before come a few at a time', () => {
  const all = steps(lines(...from(1, 50)), 'new');
  expect(all[0]).toEqual([37, 50]);
  expect(all[1]).toEqual([17, 50]);
  expect(all.at(-1)).toEqual([1, 50]);
});

test('it begins around what is new, or around the message that somebody has come for', () => {
  const items = [...lines(...from(1, 100)), unread, ...lines(...from(101, 200))];
  const [first] = steps(items, 'new');
  expect(first?.[0]).toBeLessThan(101);
  expect(first?.[1]).toBeGreaterThan(101);
  expect(first?.[1]).toBeLessThan(130);
  const [found] = steps(items, 'new', 40);
  expect(found?.[0]).toBeLessThan(40);
  expect(found?.[1]).toBeGreaterThan(40);
  expect(steps(items, 'end')[0]?.[1]).toBe(200);
  expect(steps(items, 'new').at(-1)).toEqual([1, 200]);
});

test('all that waits to be sent is drawn in the end, however much it is', () => {
  const waiting = Array<null>(60).fill(null);
  const items = [...lines(...from(1, 29)), unread, ...lines(30, ...waiting)];
  let drawn: Drawn | 'new' | null = 'new';
  for (let step = 0; step < 10 && drawn !== null; step += 1)
    drawn = drawnWith(items, withMore(items, linesDrawn(items, drawn, null)), true);
  expect(linesDrawn(items, drawn ?? 'new', null)).toEqual({ from: 0, to: items.length });
});

test('a page of older messages comes a few at a time, and what stands stays', () => {
  const all = steps(lines(...from(51, 150)), { first: 101, last: 150, atEnd: true });
  expect(all.slice(0, 2)).toEqual([
    [101, 150],
    [81, 150],
  ]);
});

test('a message is drawn with the day that stands before it', () => {
  const day: ConversationItem = { kind: 'day', key: 'day 1', instant: '2026-01-01T00:00:00.000Z' };
  const items = [day, ...lines(1), { ...day, key: 'day 2' }, ...lines(...from(2, 30))];
  expect(linesDrawn(items, { first: 2, last: 30, atEnd: true }, null).from).toBe(2);
  expect(linesDrawn(items, { first: 1, last: 30, atEnd: true }, null).from).toBe(0);
});

test('who is at the end sees all that comes there at once, what is on its way too', () => {
  const items = lines(...from(1, 90), null);
  expect(linesDrawn(items, { first: 1, last: 50, atEnd: true }, null)).toEqual({ from: 0, to: 91 });
  expect(linesDrawn(items, { first: 1, last: 50, atEnd: false }, null).to).toBe(50);
});

test('a mark before what is new that comes later is drawn at once', () => {
  const items = [...lines(...from(1, 20)), unread, ...lines(...from(21, 60))];
  expect(linesDrawn(items, { first: 47, last: 60, atEnd: true }, null)).toEqual({ from: 20, to: 61 });
});

test('what is gone at either side is gone; of another part of the chat a screen comes first', () => {
  expect(linesDrawn(lines(...from(20, 60)), { first: 1, last: 80, atEnd: false }, null)).toEqual({ from: 0, to: 41 });
  expect(steps(lines(...from(500, 600)), { first: 1, last: 80, atEnd: true })[0]).toEqual([587, 600]);
  expect(steps(lines(...from(1, 300)), { first: 280, last: 300, atEnd: true }, 40)[0]).toEqual([26, 53]);
});

test('nothing is drawn of nothing, and what was only written is drawn', () => {
  expect(linesDrawn([], 'new', null)).toEqual({ from: 0, to: 0 });
  expect(drawnWith([], { from: 0, to: 0 }, true)).toBeNull();
  expect(linesDrawn(lines(null, null), 'new', null)).toEqual({ from: 0, to: 2 });
});
