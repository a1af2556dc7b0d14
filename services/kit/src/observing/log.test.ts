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

test('what a library tells of a request is without its headers', () => {
  const headers = { 'x-koinonia-caller': 'the-statement' };
  expect(lineOf({ headers })).not.toContain('the-statement');
  expect(lineOf({ options: { headers, limits: { files: 1 } } })).toMatch(/^(?!.*the-statement).*"files":1/);
});

test('a failed request is told without its headers', () => {
  const failure = Object.assign(new Error('socket hang up'), {
    request: { headers: { authorization: 'Bearer the-token' } },
  });
  expect(lineOf({ err: failure })).not.toContain('the-token');
});
