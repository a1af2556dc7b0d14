// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { errorOf } from '../../../lib/api/api-error.ts';
import { refusalOf } from './use-change-group.ts';

const answers = [
  {
    what: "the server's own reason",
    status: 403,
    body: '{"error":"Not allowed","code":"forbidden"}',
    said: 'Not allowed',
  },
  {
    what: "the server's own 'not now'",
    status: 429,
    body: '{"error":"Too many changes","code":"too_many_requests"}',
    said: 'Too many changes',
  },
  { what: 'a group that is gone', status: 404, body: '{"error":"not_found","code":"not_found"}', said: 'Failed' },
  { what: "the 'no' of a company's gateway", status: 403, body: '{"message":"Forbidden"}', said: 'Failed' },
  { what: "a page of a hotel's network", status: 403, body: '<p>Welcome! Please pay</p>', said: 'Failed' },
  {
    what: 'a session that has ended',
    status: 401,
    body: '{"error":"No authenticated user","code":"unauthenticated"}',
    said: 'Failed',
  },
  { what: 'a fault of the server', status: 500, body: '{"error":"internal","code":"internal"}', said: 'Failed' },
];

for (const { what, status, body, said } of answers) {
  test(`of a change that failed because of ${what}, '${said}' is said`, async () => {
    expect(refusalOf(await errorOf(new Response(body, { status })), 'Failed')).toBe(said);
  });
}
