import { publicCalls } from '@koinonia/kit/testing/public-calls.ts';
import { expect, test } from 'vitest';
import { passages } from './passages.ts';
import { isFinalDelete, mayBeRepeated } from './repeatable.ts';

/** A repeat would add a second one, or take away what came in between. */
const neverTwice = [
  'DELETE /api/chat/:id',
  'DELETE /api/chat/:id/picture',
  'DELETE /api/groups/:id',
  'DELETE /api/me/deletion-request',
  'DELETE /api/users/:id/deletion-request',
  'DELETE /api/users/:id/sessions',
  'GET /api/audit/export',
  'GET /api/session/download/:id',
  'GET /api/users/export',
  'POST /api/chat/:id/attachment',
  'POST /api/chat/:id/picture',
  'POST /api/groups',
  'POST /api/groups/:id/restore',
  'POST /api/invitations',
  'POST /api/me/deletion-request',
  'POST /api/me/download',
  'POST /api/upload-avatar',
];

test('every read, POST and DELETE may be sent to a second node, or is left out on purpose', () => {
  const plain = passages.find(({ streams }) => !streams)!;
  const body = Buffer.from(JSON.stringify({ clientId: 'c1', on: true }));
  const left = publicCalls
    .filter(({ method }) => method !== 'PATCH')
    .filter(({ method, path }) => !mayBeRepeated(method, path.replaceAll(/:\w+/g, 'x'), plain, body))
    .map(({ method, path }) => `${method} ${path}`);
  expect(left.toSorted()).toEqual(neverTwice);
});

test('what is deleted is gone for its callers, but for a message, which stays as a deleted one', () => {
  const final = publicCalls.filter(({ method, path }) => isFinalDelete(method, path.replaceAll(/:\w+/g, 'x')));
  expect(final.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/invitations/:id',
    'DELETE /api/session',
    'DELETE /api/session/:id',
    'DELETE /api/users/:id',
  ]);
});
