import { defineCall } from '@koinonia/contracts/call.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { createLog } from '../observing/log.ts';
import { buildService, type Service } from './build-service.ts';
import { isUnchanged, unlessUnchanged } from './entity-tags.ts';
import { routeOf } from './routes.ts';

const listNames = defineCall({ method: 'GET', path: '/api/names', answers: { 200: z.array(z.string()) } });

let app: Service;
let names: string[] | null;

beforeAll(async () => {
  app = buildService({ name: 'tests', log: createLog('silent', 'tests') });
  app.route({
    ...routeOf(listNames),
    onSend: unlessUnchanged,
    handler: async () => {
      if (names === null) throw notFound('list');
      return names;
    },
  });
  await app.ready();
});
beforeEach(() => (names = ['Ruth', 'Noémi']));

afterAll(() => app.close());

const ask = (etag?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: '/api/names', headers: etag === undefined ? {} : { 'if-none-match': etag } });

test('what a browser has is told by its validator', () => {
  for (const same of ['"one"', 'W/"one"', '"zero", "one"', '*']) expect(isUnchanged(same, '"one"'), same).toBe(true);
  for (const other of ['"two"', 'one', '', undefined]) expect(isUnchanged(other, '"one"'), other).toBe(false);
});

test('an answer is not sent again while it is the same', async () => {
  const first = await ask();
  const { etag } = first.headers;
  expect([first.statusCode, first.json(), etag]).toEqual([200, names, expect.stringMatching(/^W\/"[\w-]+"$/)]);

  const same = await ask(etag);
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag]);
  for (const name of ['content-type', 'content-length']) expect(same.headers).not.toHaveProperty(name);

  names = ['Ruth', 'Noemi'];
  const other = await ask(etag);
  expect([other.statusCode, other.json()]).toEqual([200, names]);
  expect(other.headers.etag).not.toBe(etag);
});

test('its tag can be asked for alone', async () => {
  const { etag } = (await ask()).headers;
  const head = await ask(etag, 'HEAD');
  expect([head.statusCode, head.headers.etag]).toEqual([200, etag]);
});

test('an error is always told', async () => {
  names = null;
  const answer = await ask('*');
  expect([answer.statusCode, answer.headers.etag]).toEqual([404, undefined]);
});
