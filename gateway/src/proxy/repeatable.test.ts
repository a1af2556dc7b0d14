import { readdir } from 'node:fs/promises';
import type { Call } from '@koinonia/contracts/call.ts';
import { expect, test } from 'vitest';
import { passages } from './passages.ts';
import { mayBeRepeated } from './repeatable.ts';

const contracts = new URL('../../../services/contracts/src/', import.meta.url);
const files = (await readdir(contracts)).filter((file) => !file.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map((file): Promise<Record<string, unknown>> => import(new URL(file, contracts).href)),
);
const isCall = (exported: unknown): exported is Call =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;
const calls = modules.flatMap((module) => Object.values(module)).filter(isCall);

/** A repeat would add a second one, or take away what came in between. */
const neverTwice = [
  'DELETE /api/chat/:id',
  'DELETE /api/chat/:id/picture',
  'DELETE /api/groups/:id',
  'DELETE /api/me/deletion-request',
  'DELETE /api/users/:id/deletion-request',
  'DELETE /api/users/:id/sessions',
  'POST /api/chat/:id/attachment',
  'POST /api/chat/:id/picture',
  'POST /api/groups',
  'POST /api/groups/:id/restore',
  'POST /api/invitations',
  'POST /api/me/deletion-request',
  'POST /api/me/download',
  'POST /api/upload-avatar',
];

test('every POST and DELETE may be sent to a second node, or is left out on purpose', () => {
  const plain = passages.find(({ streams }) => !streams)!;
  const body = Buffer.from(JSON.stringify({ clientId: 'c1', on: true }));
  const left = calls
    .filter(({ method, path }) => path.startsWith('/api/') && (method === 'POST' || method === 'DELETE'))
    .filter(({ method, path }) => !mayBeRepeated(method, path.replaceAll(/:\w+/g, 'x'), plain, body))
    .map(({ method, path }) => `${method} ${path}`);
  expect(left.toSorted()).toEqual(neverTwice);
});
