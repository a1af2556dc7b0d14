import type { FastifyRequest } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { startGateway, type TestGateway } from './testing/start-gateway.ts';
import { whoReadsMetrics } from './who-reads-metrics.ts';

const token = 'a token that only Prometheus knows';
let gateway: TestGateway | null = null;
afterEach(async () => {
  await gateway?.close();
  gateway = null;
});

const ask = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(`${gateway?.url}/metrics`, { headers });
  return { status: answer.status, body: await answer.text() };
};

test('a program on this machine reads the metrics when no token is set', async () => {
  gateway = await startGateway();
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toContain('gateway_sockets');
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])(
  'what a proxy on this machine passes on reads none: %s',
  async (header) => {
    gateway = await startGateway();
    const { status, body } = await ask({ [header]: '203.0.113.7' });
    expect([status, JSON.parse(body)]).toMatchObject([404, { code: 'not_found' }]);
  },
);

test('with a token, whoever has it reads them, through a proxy too, and nobody else', async () => {
  gateway = await startGateway({ METRICS_TOKEN: token });
  expect((await ask()).status).toBe(404);
  expect((await ask({ authorization: `Bearer ${token}x` })).status).toBe(404);
  expect((await ask({ authorization: token })).status).toBe(404);
  expect((await ask({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
});

test('another machine reads none without a token', () => {
  const mayRead = whoReadsMetrics(undefined);
  const from = (remoteAddress: string) =>
    mayRead({ headers: { host: 'localhost' }, socket: { remoteAddress } } as FastifyRequest);
  expect(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'].map(from)).toEqual([true, true, true, true]);
  expect(['10.0.0.7', '203.0.113.7', '::ffff:10.0.0.7', '2001:db8::1', ''].map(from)).not.toContain(true);
});

test('a program on this machine reads none by a name that a page elsewhere may have', () => {
  const mayRead = whoReadsMetrics(undefined);
  const by = (host?: string) =>
    mayRead({ headers: { host }, socket: { remoteAddress: '127.0.0.1' } } as FastifyRequest);
  const own = ['localhost', 'localhost:8080', 'LOCALHOST:8080', '127.0.0.1:8080', '127.0.0.9', '[::1]:8080', '[::1]'];
  expect(own.map(by)).not.toContain(false);
  const others = ['evil.example', 'evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.7'];
  expect([...others, 'xlocalhost', 'localhost:8080@evil.example', '', undefined].map(by)).not.toContain(true);
});
