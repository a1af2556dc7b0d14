import { createServer, type RequestListener, type Server } from 'node:http';
import { setChatPicture } from '@koinonia/contracts/chat-internal.ts';
import { checkAccess, resolveSession } from '@koinonia/contracts/identity-internal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallerSigner, createCallerVerifier, refusedStatementHeader } from './caller-statement.ts';
import { createServiceClient } from './service-client.ts';
import { createServiceNodes } from './service-nodes.ts';
import { buildService } from '../http/build-service.ts';
import { requireStatements } from '../http/routes.ts';
import { createLog } from '../observing/log.ts';
import { withinRequest } from '../observing/request-context.ts';
import type { Span } from '../observing/span.ts';
import { testSecret } from '../testing/callers.ts';
import { type IdentityStandIn, startIdentityStandIn } from '../testing/identity-stand-in.ts';

const nobody = 'http://127.0.0.1:1';
const question = { body: { sessions: [], people: [] } };
const servers: Server[] = [];
let identity: IdentityStandIn;

const clientOf = (urls: string[], secret = testSecret) =>
  createServiceClient({
    nodes: createServiceNodes(urls),
    audience: 'identity',
    as: 'test',
    sign: createCallerSigner(secret),
  });

/** A node that answers every call in the same way. */
const startNode = (status: number, body: string, headers: Record<string, string> = {}) =>
  listen((_, response) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body));

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

beforeAll(async () => {
  identity = await startIdentityStandIn();
});

afterAll(async () => {
  await identity.close();
  for (const server of servers) server.close();
});

test('a node that refuses the connection is followed by the next', async () => {
  const client = clientOf([nobody, identity.url]);
  for (const _ of [1, 2, 3]) {
    await expect(client.call(checkAccess, question)).resolves.toEqual({ endedSessions: [], inactivePeople: [] });
  }
  await client.close();
});

test('a node whose stores are away, that answers nonsense, or that hangs up, is followed by the next', async () => {
  const away = await startNode(503, '{"error":"Not now.","code":"unavailable"}');
  const nonsense = await startNode(200, '<html>');
  const other = await startNode(200, '{"something":"else"}');
  const client = clientOf([away, nonsense, other, identity.url]);
  for (const _ of [1, 2, 3, 4]) {
    await expect(client.call(checkAccess, question)).resolves.toEqual({ endedSessions: [], inactivePeople: [] });
  }
  await client.close();
});

const picture = { params: { id: 'x' }, body: { uid: 'ruth', photoURL: null } };

test('a call that must not be repeated is sent to another node only after a refused connection', async () => {
  const good = await startNode(200, '{"replaced":null}');
  const client = clientOf([nobody, good]);
  for (const _ of [1, 2]) await expect(client.call(setChatPicture, picture)).resolves.toEqual({ replaced: null });
  await client.close();

  const hangsUp = await listen((request) => request.socket.destroy());
  const away = await startNode(503, '{"error":"Not now.","code":"unavailable"}');
  for (const failing of [hangsUp, away]) {
    const overTwo = clientOf([failing, good]);
    // The order alternates, so one of the two calls reaches the failing node first.
    const outcomes = await Promise.allSettled([1, 2].map(() => overTwo.call(setChatPicture, picture)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'unavailable' }),
    });
    await overTwo.close();
  }
});

test('a node whose stores are away goes on being asked, also after a call that must not be repeated', async () => {
  const away = await startNode(503, '{"error":"Not now.","code":"unavailable"}');
  const nodes = createServiceNodes([away, await startNode(200, '{"replaced":null}')]);
  const client = createServiceClient({ nodes, audience: 'chat', as: 'test', sign: createCallerSigner(testSecret) });
  const outcomes = await Promise.allSettled([1, 2].map(() => client.call(setChatPicture, picture)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([1, 2].map(() => nodes.inOrder()[0])).toContain(away);
  await client.close();
});

test('when no node answers, the caller is told to come again', async () => {
  const client = clientOf([nobody]);
  await expect(client.call(checkAccess, question)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  await client.close();
});

test('when the stores of every node are away, the caller is told when to come again, as the service said', async () => {
  const away = await startNode(503, '{"error":"Not now.","code":"unavailable"}', { 'retry-after': '7' });
  const client = clientOf([away]);
  await expect(client.call(checkAccess, question)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 7 });
  await client.close();
});

test("the service's own refusal is passed on, and no other node is asked", async () => {
  const client = clientOf([identity.url]);
  const asked = client.call(resolveSession, { body: { cookie: 'none' } });
  await expect(asked).rejects.toMatchObject({ code: 'unauthenticated' });
  await client.close();
});

test('a refused statement shows as a failure in the trace', async () => {
  const ended: unknown[] = [];
  const span: Span = { headers: {}, call: () => span, end: (outcome) => void ended.push(outcome) };
  const client = clientOf([identity.url], 'another secret of thirty-two characters');
  const asked = withinRequest({ requestId: 'tests', span }, () => client.call(checkAccess, question));
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  expect(ended).toEqual([{ failed: true }]);
  await client.close();
});

test('another secret opens nothing, and tells nobody to sign in', async () => {
  const client = clientOf([identity.url], 'another secret of thirty-two characters');
  await expect(client.call(checkAccess, question)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringMatching(/^identity takes no statement .* INTERNAL_SECRET must be the same/) },
  });
  await client.close();
});

test('an address that leads to another service is told by its variable, whatever is called there', async () => {
  const groups = buildService({ name: 'groups', log: createLog('silent', 'groups') });
  await groups.register(async (inside) =>
    requireStatements(groups, inside, createCallerVerifier(testSecret, 'groups')),
  );
  const client = clientOf([await groups.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' })]);
  await expect(client.call(checkAccess, question)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'IDENTITY_URL leads to groups' },
  });
  await Promise.all([client.close(), groups.close()]);
});

test('while the secret is being changed, a node that has the same is found', async () => {
  const other = await startNode(401, '{"error":"Please sign in.","code":"unauthenticated"}', {
    [refusedStatementHeader]: 'identity',
  });
  const client = clientOf([other, identity.url]);
  for (const _ of [1, 2])
    await expect(client.call(checkAccess, question)).resolves.toEqual({ endedSessions: [], inactivePeople: [] });
  await client.close();
});
