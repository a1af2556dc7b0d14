import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../process/free-port.ts';
import { createLog } from '../observing/log.ts';
import { eventually } from '../testing/eventually.ts';
import { startFaultyLink } from '../testing/faulty-link.ts';
import { checkRedis, createRedis } from './redis.ts';
import { testStores } from '../testing/stores.ts';

const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);
afterEach(() => void process.off('unhandledRejection', remember));

test('what is subscribed to again by itself after a reconnection, and comes to nothing, is nobody’s failure', async () => {
  process.on('unhandledRejection', remember);
  const redis = createRedis(testStores().redisUrl, createLog('silent', 'kit'));
  await redis.ssubscribe('somewhere');
  await redis.subscribe('elsewhere');
  redis.once('close', () =>
    redis.once('ready', () => {
      redis.disconnect();
      redis.stream.destroy();
    }),
  );
  const ended = once(redis, 'end');
  redis.disconnect(true);
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unhandled).toEqual([]);
});

test('while Redis is away, a connection tells it once and not at every try, and then that it is back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const link = await startFaultyLink(testStores().redisUrl);
  const lines: string[] = [];
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
  const redis = createRedis(link.through(testStores().redisUrl), createLog('info', 'kit', { write }));
  onTestFinished(async () => {
    vi.useRealTimers();
    redis.disconnect();
    await link.close();
  });
  await redis.ping();
  expect(lines).toEqual([]);
  let tries = 0;
  redis.on('error', () => (tries += 1));
  link.cut();
  await eventually(() => expect(tries).toBeGreaterThan(3));
  expect(lines).toEqual(['Redis is away']);
  link.mend();
  await redis.ping();
  expect(lines).toEqual(['Redis is away', 'Redis is back']);
});

test('a connection leaves a Redis that has become a replica', async () => {
  const { redisUrl } = testStores();
  const redis = createRedis(redisUrl, createLog('silent', 'kit'));
  onTestFinished(() => redis.disconnect());
  const before = await redis.client('ID');
  // Only this connection's script is refused, as by a replica: the Redis is that of all tests.
  const write = () =>
    redis.eval("return redis.error_reply('READONLY You can not write against a read only replica.')", 0);
  await expect(write()).rejects.toThrow('READONLY');
  await eventually(async () => expect(await redis.client('ID')).not.toBe(before));
});

describe('at the start', () => {
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  async function startOwn(port: number, ...settings: string[]) {
    const always = ['--port', String(port), '--bind', '127.0.0.1', '--dir', tmpdir(), '--save', ''];
    const server = spawn(process.env['REDIS_SERVER'] ?? 'redis-server', [...always, ...settings], { stdio: 'ignore' });
    stops.push(() => server.kill('SIGKILL'));
    return `redis://127.0.0.1:${port}`;
  }

  test('a Redis that can be used is found, also when it comes later', async () => {
    await checkRedis(testStores().redisUrl, 0);
    const port = await freePort();
    const found = checkRedis(`redis://127.0.0.1:${port}`, 60_000);
    await startOwn(port);
    await found;
  });

  test('a password that it does not know is refused at once, by the name of the variable', async () => {
    const url = testStores().redisUrl.replace('redis://', 'redis://nobody:wrong@');
    await expect(checkRedis(url, Infinity)).rejects.toThrow(/^REDIS_URL: .*WRONGPASS/);
  });

  test('no password is refused at once where one is needed', async () => {
    const url = await startOwn(await freePort(), '--requirepass', 'known to few');
    await expect(checkRedis(url, Infinity)).rejects.toThrow(/^REDIS_URL: .*NOAUTH/);
  });

  test('a database that it does not have is refused at once', async () => {
    await expect(checkRedis(`${testStores().redisUrl}/9999`, Infinity)).rejects.toThrow(/^REDIS_URL: .*DB index/);
    await checkRedis(`${testStores().redisUrl}/1`, 0);
  });

  test('a store that is older than Redis 7 is refused, as it has no sharded channels', async () => {
    const url = await startOwn(await freePort(), '--rename-command', 'spublish', '');
    await expect(checkRedis(url, Infinity)).rejects.toThrow('REDIS_URL: the store there is older than Redis 7');
  });

  test('a store that stays away is refused after a while', async () => {
    await expect(checkRedis('redis://127.0.0.1:1', 0)).rejects.toThrow(/^REDIS_URL: .*ECONNREFUSED/);
  });

  test('a server that takes the connection and says nothing is refused after a while', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await expect(checkRedis(`redis://127.0.0.1:${port}`, 0)).rejects.toThrow(/^REDIS_URL: /);
    silent.close();
  });
});
