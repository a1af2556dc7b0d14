import { markRead } from '@koinonia/contracts/chat.ts';
import { searchMessages } from '@koinonia/contracts/chat-search.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { check } from './check.ts';

test.each([
  ['its usual form lacks a field', {}, 'seq: is missing'],
  ['a field of its usual form is of the wrong kind', { seq: 'x' }, 'seq: must be a number'],
  ['a field of another form is', { unread: 'yes' }, 'seq: is missing'],
  ['it has none of the forms', 'x', 'The request: must be an object'],
])('of what may have several forms, it is said what is wrong with the usual one: %s', (_what, data, told) => {
  expect(check(markRead.body, data).error?.message).toBe(told);
  const inside = z.object({ changes: z.array(markRead.body) });
  const name = told.startsWith('seq') ? `changes.0.${told}` : told.replace('The request', 'changes.0');
  expect(check(inside, { changes: [data] }).error?.message).toBe(name);
});

test('how to write a time is said by an example', () => {
  const told = check(searchMessages.query, { q: 'peace', from: 'yesterday' }).error?.message;
  expect(told).toBe('from: must be a time such as 2026-11-21T08:30:00.000Z');
});
