import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { createLog } from '@koinonia/kit/log.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import { headersOf, headersOfProcess, testSecret } from '@koinonia/kit/testing/callers.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGroups } from '../app.ts';
import { groupsConfig } from '../config.ts';

const log = createLog('silent', 'groups');
let database: TestDatabase;
let app: Service;

const build = () =>
  buildGroups({
    config: groupsConfig({ DATABASE_URL: database.url, INTERNAL_SECRET: testSecret }),
    log,
    bus: createMemoryBus(log),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  app = await build();
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

describe('the list of groups', () => {
  test('is not for anonymous callers', async () => {
    expect((await app.inject('/api/groups')).statusCode).toBe(401);
    const forAnother = await headersOf(randomUUID(), 'chat');
    expect((await app.inject({ url: '/api/groups', headers: forAnother })).statusCode).toBe(401);
  });

  test('is not for a process that is no person', async () => {
    const answer = await app.inject({ url: '/api/groups', headers: await headersOfProcess('groups') });
    expect(answer.statusCode).toBe(403);
  });

  test("begins with 'All Staff', to which everyone belongs", async () => {
    const answer = await app.inject({ url: '/api/groups', headers: await headersOf(randomUUID(), 'groups') });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([{ id: expect.any(String), name: 'All Staff', isPrivate: false, isMember: true }]);
  });
});

describe("the names of people's groups", () => {
  const ask = async (uids: unknown, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/internal/group-names', headers, payload: { uids } });

  test('are for our own processes alone', async () => {
    expect((await ask([], {})).statusCode).toBe(401);
    expect((await ask([], await headersOf(randomUUID(), 'groups'))).statusCode).toBe(403);
  });

  test('are refused for what is no list of ids', async () => {
    expect((await ask('everyone', await headersOfProcess('groups'))).statusCode).toBe(400);
  });

  test("hold 'All Staff' for each person asked about", async () => {
    const uids = [randomUUID(), randomUUID(), 'an id of another form'];
    const answer = await ask(uids, await headersOfProcess('groups'));
    expect(answer.json()).toEqual(uids.map((uid) => ({ uid, groups: ['All Staff'] })));
  });

  test('can be asked for thousands at once', async () => {
    const uids = Array.from({ length: 5000 }, () => randomUUID());
    const answer = await ask(uids, await headersOfProcess('groups'));
    expect(answer.json()).toHaveLength(5000);
  });
});

test("several nodes that start together make one 'All Staff'", async () => {
  const nodes = await Promise.all([build(), build(), build()]);
  const headers = await headersOf(randomUUID(), 'groups');
  for (const node of nodes) {
    expect((await node.inject({ url: '/api/groups', headers })).json()).toHaveLength(1);
    await node.close();
  }
});
