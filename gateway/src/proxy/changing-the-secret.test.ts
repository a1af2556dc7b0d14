import { type Audience, createCallerVerifier } from '@koinonia/kit/calls/caller-statement.ts';
import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { requireStatements } from '@koinonia/kit/http/routes.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { answerFrame } from '@koinonia/kit/trunk/trunk-frames.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type EchoService, startEchoService } from '../testing/echo-service.ts';
import { startGateway, type TestGateway, testOrigin } from '../testing/start-gateway.ts';
import { startTrunkNode, type TrunkNode } from '../testing/trunk-node.ts';

let gateway: TestGateway;
const nodes: (Service | EchoService | TrunkNode)[] = [];

afterEach(async () => {
  await gateway.close();
  await Promise.all(nodes.splice(0).map((node) => node.close()));
});

/** A node that was started with another INTERNAL_SECRET than the gateway. */
async function startOther(service: Audience): Promise<string> {
  const app = buildService({ name: service, log: createLog('silent', service) });
  requireStatements(app, app, createCallerVerifier('another secret of thirty-two letters', service));
  nodes.push(app);
  return app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
}

test('a node that has another secret is followed by one that has the same', async () => {
  const good = await startEchoService('chat');
  nodes.push(good);
  gateway = await startGateway({ CHAT_URL: `${good.url},${await startOther('chat')}` });
  const react = () => gateway.call('/api/chat/react', { method: 'POST', body: '{"chatId":"x"}' });
  for (const _ of [1, 2]) expect((await react()).status).toBe(200);
  expect(good.seen.length).toBe(2);
});

test('where none has the same, nobody is told to sign in again', async () => {
  gateway = await startGateway({ IDENTITY_URL: await startOther('identity'), MEDIA_URL: await startOther('media') });
  const answers = await Promise.all([
    gateway.call('/api/session/token', { method: 'POST', headers: { origin: testOrigin, cookie: 'session=x' } }),
    gateway.call('/api/me'),
    gateway.call('/api/upload-avatar', { method: 'POST', body: 'x'.repeat(300_000) }),
  ]);
  for (const answer of answers)
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
});

describe('by a trunk', () => {
  const body = Buffer.from('{"error":"Please sign in.","code":"unauthenticated"}');
  const refusal = { status: 401, statementRefused: true, body };
  const taken = { status: 201, body: Buffer.from('{"by":"trunk"}') };

  async function startNode(answer: (node: TrunkNode) => typeof refusal | typeof taken): Promise<TrunkNode> {
    const node: TrunkNode = await startTrunkNode(({ number }, trunk) =>
      trunk.send(...answerFrame(number, answer(node))),
    );
    nodes.push(node);
    return node;
  }

  const send = () => {
    const headers = { 'content-type': 'application/json' };
    return gateway.call('/api/chat/send', { method: 'POST', headers, body: '{"chatId":"c","text":"Peace"}' });
  };

  /** Sends, at first by HTTP, until a call has gone by the trunk of each of these nodes. */
  const untilCalled = (...called: TrunkNode[]) =>
    eventually(async () => {
      await send();
      for (const node of called) expect(node.calls).not.toEqual([]);
    });

  test('a node that no longer accepts what the gateway says is followed by one that does', async () => {
    const start = () => startNode((node) => (node === refusing ? refusal : taken));
    // All sends go to the one whose name comes first, as long as it takes them.
    const [refusing, taking] = [await start(), await start()].toSorted((one, two) => (one.url < two.url ? -1 : 1)) as [
      TrunkNode,
      TrunkNode,
    ];
    gateway = await startGateway({ CHAT_URL: `${refusing.url},${taking.url}` });
    await untilCalled(refusing, taking);
    for (const _ of [1, 2, 3]) expect((await send()).status).toBeLessThan(300);
  });

  test('where none accepts it, nobody is told to sign in again', async () => {
    const refusing = await startNode(() => refusal);
    gateway = await startGateway({ CHAT_URL: refusing.url });
    await untilCalled(refusing);
    const answer = await send();
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
  });
});
