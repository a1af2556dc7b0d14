import { defineCall } from '@koinonia/contracts/call.ts';
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { buildService, type Service } from '../http/build-service.ts';
import { createCallerSigner } from '../calls/caller-statement.ts';
import { createLog } from './log.ts';
import { routeOf } from '../http/routes.ts';
import { createServiceClient } from '../calls/service-client.ts';
import { createServiceNodes } from '../calls/service-nodes.ts';
import { testSecret } from '../testing/callers.ts';
import { startTraceCollector } from '../testing/trace-collector.ts';
import { startTracing, stopTracing } from './tracing.ts';

const ask = defineCall({
  method: 'POST',
  path: '/ask/:whom',
  params: z.object({ whom: z.string() }),
  body: z.object({ what: z.string() }),
  answers: { 200: z.object({ answer: z.string() }) },
});

type Line = { msg: string; reqId?: string; service: string };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The far service answers; the near one calls it. Both log the request. */
async function startTwo() {
  const lines: Line[] = [];
  const write = (text: string) => void lines.push(JSON.parse(text) as Line);
  const logOf = (name: string) => createLog('debug', name, { write });

  const farLog = logOf('far');
  const far = buildService({ name: 'far', log: farLog });
  far.route({
    ...routeOf(ask),
    handler: async () => {
      farLog.info('far works');
      return { answer: 'yes' };
    },
  });
  const nodes = createServiceNodes([await listen(far)]);
  const sign = createCallerSigner(testSecret);
  const client = createServiceClient({ nodes, audience: 'chat', as: 'near', sign });
  closing.push(
    async () => nodes.close(),
    () => client.close(),
  );

  const nearLog = logOf('near');
  const near = buildService({ name: 'near', log: nearLog, takesRequestIds: false });
  near.route({
    ...routeOf(ask),
    handler: async (request) => {
      nearLog.info('near works');
      return client.call(ask, { params: { whom: 'far' }, body: request.body });
    },
  });
  const url = await listen(near);
  const call = (headers: Record<string, string> = {}) =>
    fetch(`${url}/ask/near`, {
      method: 'POST',
      body: '{"what": "?"}',
      headers: { 'content-type': 'application/json', ...headers },
    });
  return { lines, call };
}

async function listen(service: Service): Promise<string> {
  closing.push(() => service.close());
  return service.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
}

test('all that is logged of a request carries one id, in every process that it reaches', async () => {
  const { lines, call } = await startTwo();
  expect((await call({ 'x-request-id': 'made up by a stranger' })).status).toBe(200);
  await expect.poll(() => lines.filter(({ msg }) => msg === 'POST answered')).toHaveLength(2);
  const ids = new Set(lines.filter(({ msg }) => /works|answered/.test(msg)).map(({ reqId }) => reqId));
  expect(lines.filter(({ msg }) => /works|answered/.test(msg))).toHaveLength(4);
  expect(ids.size).toBe(1);
  expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('two requests at a time are told apart', async () => {
  const { lines, call } = await startTwo();
  await Promise.all([call(), call()]);
  await expect.poll(() => lines.filter(({ msg }) => msg === 'POST answered')).toHaveLength(4);
  const byId = Map.groupBy(
    lines.filter(({ msg }) => msg.endsWith('works')),
    ({ reqId }) => reqId,
  );
  expect([...byId.values()].map((own) => own.map(({ msg }) => msg))).toEqual([
    ['near works', 'far works'],
    ['near works', 'far works'],
  ]);
});

test('with a collector named, the parts of all processes hang in one trace, and say nothing that was written', async () => {
  const collector = await startTraceCollector();
  closing.push(() => collector.close());
  const { spans } = collector;
  await startTracing(collector.url);
  closing.push(stopTracing);
  const { call } = await startTwo();
  const foreign = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await call({ traceparent: foreign, authorization: 'Bearer of-ruth' });
  await expect.poll(() => spans, { timeout: 15_000 }).toHaveLength(3);

  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(foreign).not.toContain(spans[0]?.traceId);
  const root = spans.find(({ service, parentSpanId }) => service === 'near' && !parentSpanId);
  const asking = spans.find(({ parentSpanId }) => parentSpanId === root?.spanId);
  const answering = spans.find(({ parentSpanId }) => parentSpanId === asking?.spanId);
  expect([root?.name, asking?.service, answering?.service]).toEqual(['POST /ask/:whom', 'near', 'far']);
  expect(collector.received()).not.toMatch(/of-ruth|"\?"|ask\/near/);
});

test('a request whose caller hangs up before the answer, the whole of it sent, ends its span and is logged', async () => {
  const collector = await startTraceCollector();
  closing.push(() => collector.close());
  await startTracing(collector.url);
  closing.push(stopTracing);
  const lines: Line[] = [];
  const log = createLog('debug', 'slow', { write: (text: string) => void lines.push(JSON.parse(text) as Line) });
  const service = buildService({ name: 'slow', log });
  const arrived = Promise.withResolvers<void>();
  service.post('/never', () => {
    arrived.resolve();
    return new Promise(() => {});
  });
  const url = await listen(service);

  const calling = request(`${url}/never`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  calling.on('error', () => {}).end('{}');
  await arrived.promise;
  calling.destroy();
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('POST aborted');
  await expect.poll(() => collector.spans.map(({ name }) => name)).toEqual(['POST /never']);
});
