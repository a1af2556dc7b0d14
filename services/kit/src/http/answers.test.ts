import { defineCall } from '@koinonia/contracts/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../observing/log.ts';
import { buildService, type Service } from './build-service.ts';
import { routeOf } from './routes.ts';

const getPerson = defineCall({
  method: 'GET',
  path: '/api/person',
  answers: { 200: z.object({ name: z.string(), groups: z.array(z.object({ id: z.string() })) }) },
});

interface Person {
  name: string;
  groups: { id: string }[];
}

let app: Service;
/** A row as it comes from the database: TypeScript allows it to hold more than the contract names. */
let row: Person;

beforeAll(async () => {
  app = buildService({ name: 'tests', log: createLog('silent', 'tests') });
  app.route({ ...routeOf(getPerson), handler: async () => row });
  await app.ready();
});

afterAll(() => app.close());

test('nothing is answered that the contract does not name', async () => {
  const group = { id: 'one', secret: 'of the group' };
  const whole = { name: 'Ruth', groups: [group], phone: '0770 123456' };
  row = whole;
  const answer = await app.inject('/api/person');
  expect([answer.statusCode, answer.json()]).toEqual([200, { name: 'Ruth', groups: [{ id: 'one' }] }]);
});

test('an answer that is not as the contract says is a failure of ours, and says nothing', async () => {
  row = { name: 7, groups: [] } as unknown as Person;
  const answer = await app.inject('/api/person');
  expect([answer.statusCode, answer.json()]).toEqual([500, { code: 'internal', error: expect.any(String) }]);
  expect(answer.body).not.toMatch(/name|number|7/);
});
