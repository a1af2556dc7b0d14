import { request } from 'undici';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

const short = [{ name: 'Ruth' }];
const listOf = (length: number) => Array.from({ length }, (_, index) => ({ name: `Ruth Ngozi Adeyemi ${index}` }));
const [held, streamed] = [listOf(500), listOf(10_000)];

let gateway: TestGateway;

beforeAll(async () => {
  const list = { short, held, streamed };
  gateway = await startGateway(
    {},
    {
      chat: {
        routes: (app) => {
          app.get<{ Params: { list: keyof typeof list } }>('/api/chat/:list', async ({ params }) => list[params.list]);
          app.get('/api/chat/words', async (_request, reply) => reply.type('text/plain').send('word '.repeat(1000)));
        },
      },
    },
  );
});
afterAll(() => gateway.close());

async function answerTo(path: string, acceptEncoding?: string) {
  const { headers } = await gateway.signedIn();
  const accepting = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const answer = await request(`${gateway.url}/api/chat/${path}`, { headers: { ...headers, ...accepting } });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

const told = (bytes: Buffer) => JSON.parse(bytes.toString()) as unknown;

test.each([
  ['held', held],
  ['streamed', streamed],
])('an answer (%s) is compressed in the way that the browser knows', async (path, list) => {
  const whole = await answerTo(path);
  expect(whole.headers['content-encoding']).toBeUndefined();
  expect(told(whole.bytes)).toEqual(list);

  const byBrotli = await answerTo(path, 'gzip, deflate, br, zstd');
  expect(byBrotli.headers['content-encoding']).toBe('br');
  expect(told(brotliDecompressSync(byBrotli.bytes))).toEqual(list);
  expect(byBrotli.bytes.length).toBeLessThan(whole.bytes.length / 4);

  const byGzip = await answerTo(path, 'gzip, deflate');
  expect(byGzip.headers['content-encoding']).toBe('gzip');
  expect(told(gunzipSync(byGzip.bytes))).toEqual(list);
  expect(byGzip.bytes.length).toBeLessThan(whole.bytes.length / 4);
});

test.each(['identity', 'br;q=0, gzip;q=0', 'zstd', ''])(
  'whoever accepts only “%s” gets it as it is',
  async (accepted) => {
    const { headers, bytes } = await answerTo('held', accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(told(bytes)).toEqual(held);
  },
);

test('what is short, and what is no JSON, is sent as it is', async () => {
  for (const path of ['short', 'words']) {
    expect((await answerTo(path, 'br')).headers['content-encoding']).toBeUndefined();
  }
});
