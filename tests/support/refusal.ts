import { ErrorBody } from '@koinonia/contracts/errors.ts';
import { expect } from 'vitest';
import type { Answer } from './api.ts';

/** A refusal as defined by the contract: this status, and a body with a text for a person and a code for a program. */
export async function refused(asked: Promise<Answer>, status: number, code?: string): Promise<ErrorBody> {
  const answer = await asked;
  expect(answer).toMatchObject({ status, body: { error: expect.any(String), code: code ?? expect.any(String) } });
  const body = ErrorBody.parse(answer.body);
  expect(body.error).not.toBe('');
  expect(body.code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  // No internal details: no stack, no file, no statement.
  expect(JSON.stringify(answer.body)).not.toMatch(
    /node_modules|\.ts:|\bat async\b|\bselect\b.*\bfrom\b|\binsert into\b|\bupdate\b.*\bset\b/i,
  );
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return body;
}
