import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function lineOf(details: Record<string, unknown>): string {
  let line = '';
  createLog('info', 'tests', { write: (text) => void (line = text) }).info(details, 'something failed');
  return line;
}

test('a failure of the database is told without the values of the row', () => {
  const failure = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: '23505',
    detail: 'Key (email)=(ruth@base.example) already exists.',
    parameters: ['ruth@base.example'],
  });
  const line = lineOf({ err: new Error('could not save', { cause: failure }) });
  expect(line).toContain('23505');
  expect(line).toContain('users_email');
  expect(line).not.toContain('ruth@base.example');
});

test('a failed request is told without its headers', () => {
  const failure = Object.assign(new Error('socket hang up'), {
    request: { headers: { authorization: 'Bearer the-token' } },
  });
  expect(lineOf({ err: failure })).not.toContain('the-token');
});
