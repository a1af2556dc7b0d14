import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildService, type Service } from '../http/build-service.ts';
import { createLog } from './log.ts';

let service: Service;
let url: URL;
/** What `/long` answers with; a test writes into it. */
let long: PassThrough;

beforeEach(async () => {
  service = buildService({
    name: 'timed',
    log: createLog('silent', 'timed'),
    isReady: () => Promise.reject(new Error('away')),
  });
  long = new PassThrough();
  service.get('/short', async () => ({}));
  service.get('/long', (_request, reply) => reply.send(long));
  service.get('/slow', () => wait(50, {}));
  service.post('/never', () => new Promise(() => {}));
  url = new URL(await service.listen({ host: '127.0.0.1', port: 0 }));
});
afterEach(() => service.close());

/** How often each call was measured, by its method, route and status. */
async function measured(): Promise<Record<string, number>> {
  const { values } = await service.metrics.requestDuration.get();
  const counts = values.filter(({ metricName }) => metricName === 'http_request_duration_seconds_count');
  return Object.fromEntries(
    counts.map(({ labels: { method, route, status }, value }) => [`${method} ${route} ${status}`, value]),
  );
}

/** A client that can hang up. */
function begin(...lines: string[]) {
  const connection = connect(Number(url.port), url.hostname).on('error', () => {});
  connection.write(lines.join('\r\n'));
  return connection;
}

test('each call is measured once, by its route and the status of its answer', async () => {
  for (const path of ['short', 'short', 'nowhere']) await (await fetch(`${url}${path}`)).text();
  await expect.poll(measured).toEqual({ 'GET /short 200': 2, 'GET none 404': 1 });
});

test('a call is measured from its beginning', async () => {
  await (await fetch(`${url}slow`)).text();
  await expect.poll(measured).toEqual({ 'GET /slow 200': 1 });
  const { values } = await service.metrics.requestDuration.get();
  const sum = values.find(({ metricName }) => metricName === 'http_request_duration_seconds_sum');
  expect(sum?.value).toBeGreaterThan(0.04);
});

test('the calls of whoever watches the process are none, so that they water down no share of failures', async () => {
  const statuses: number[] = [];
  for (const path of ['healthz', 'readyz', 'metrics', 'short']) {
    const answer = await fetch(`${url}${path}`);
    await answer.text();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 503, 200, 200]);
  await expect.poll(measured).toEqual({ 'GET /short 200': 1 });
});

test('whoever hangs up in the middle of the answer is measured, and told from those who got it', async () => {
  const connection = begin('GET /long HTTP/1.1', 'Host: x', '', '');
  long.write('first');
  await once(connection, 'readable');
  connection.destroy();
  await expect.poll(measured).toEqual({ 'GET /long aborted': 1 });
});

test('whoever hangs up before the answer begins is measured, also with the whole of the request sent', async () => {
  const arrived = new Promise<void>((resolve) =>
    service.server.once('request', (request) => request.once('end', resolve)),
  );
  const head = ['POST /never HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 2'];
  const connection = begin(...head, '', '{}');
  await arrived;
  connection.destroy();
  await expect.poll(measured).toEqual({ 'POST /never aborted': 1 });
});

test('an answer that breaks off is measured once, too', async () => {
  const connection = begin('GET /long HTTP/1.1', 'Host: x', '', '');
  long.write('first');
  await once(connection, 'readable');
  long.destroy(new Error('the store is gone'));
  await once(connection.resume(), 'close');
  await expect.poll(measured).toEqual({ 'GET /long aborted': 1 });
});
