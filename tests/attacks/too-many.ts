import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, createApi } from '../support/api.ts';
import type { Cluster } from '../support/cluster.ts';
import { openSocket } from '../support/live-socket.ts';
import { people, type Person, somebody } from '../support/people.ts';

/** A client that claims another address at each call. */
const elsewhere = () => ({
  'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 255)}`,
  'x-real-ip': randomUUID(),
});

function toldToWait({ status, headers, body }: Answer) {
  expect([status, body]).toMatchObject([429, { error: expect.any(String), code: 'too_many_requests' }]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
}

/** Waits until a gateway has its connection to Redis: until then, it counts by itself. */
async function countsInRedis(url: string, cluster: Cluster) {
  const redis = new Redis(cluster.redis.url);
  onTestFinished(() => redis.disconnect());
  const isCounted = async () => {
    const { uid, token } = await somebody(cluster);
    await createApi([url], token).request('GET', '/api/me');
    return redis.exists(`koinonia:limit:call:${uid}`);
  };
  await expect.poll(isCounted).toBe(1);
}

export function tooMany(cluster: () => Cluster): void {
  describe('too many calls', () => {
    test('of one person are refused for a while, and nobody else notices who comes from the same address', async () => {
      const [ruth, ben] = (await people(cluster(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const { url } = await cluster().anotherGateway({ RATE_LIMIT: 'on' });
      const send = (person: Person) =>
        createApi([url], person.token).request(
          'POST',
          '/api/chat/send',
          { chatId: chat.id, text: 'Hello?' },
          elsewhere(),
        );
      const answers = await Promise.all(Array.from({ length: 140 }, () => send(ruth)));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(20);
      refused.forEach(toldToWait);
      expect((await send(ben)).status).toBe(201);
    });

    test('are counted by the person, whichever of their tokens and gateways they come by', async () => {
      const [ruth] = (await people(cluster(), 1)) as [Person];
      const limits = { RATE_LIMIT: 'on', RATE_LIMIT_CALLS: '30' };
      const urls = await Promise.all([1, 2].map(async () => (await cluster().anotherGateway(limits)).url));
      const { subject: sub, email, name } = ruth;
      const tokens = await Promise.all(
        [1, 2].map((jti) => cluster().issuer.sign({ sub, email, name, jti: String(jti) })),
      );
      for (const url of urls) await countsInRedis(url, cluster());
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          createApi([urls[n % 2]!], tokens[n % 3 > 0 ? 1 : 0]!).request('GET', '/api/me', undefined, elsewhere()),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(10);
      refused.forEach(toldToWait);
    });

    test('of somebody who tries tokens are refused at their address, whatever address they name; others go on', async () => {
      const [ruth] = (await people(cluster(), 1)) as [Person];
      const { url } = await cluster().anotherGateway({ RATE_LIMIT: 'on', RATE_LIMIT_REFUSED: '20' });
      const guess = () => createApi([url], randomUUID()).request('GET', '/api/me', undefined, elsewhere());
      const answers = await Promise.all(Array.from({ length: 30 }, guess));
      const refused = answers.filter(({ status }) => status !== 401);
      expect(refused).toHaveLength(10);
      refused.forEach(toldToWait);
      const headers = { ...elsewhere(), cookie: `session=${randomUUID()}` };
      toldToWait(await createApi([url], null).request('POST', '/api/session/token', undefined, headers));
      expect((await createApi([url], ruth.token).request('GET', '/api/me')).status).toBe(200);
    });

    test('to open a socket are refused at their address', async () => {
      const [ruth] = (await people(cluster(), 1)) as [Person];
      const { url } = await cluster().anotherGateway({ RATE_LIMIT: 'on', RATE_LIMIT_SOCKETS: '3' });
      const open = () => openSocket(url, ruth.token, { headers: elsewhere() });
      const sockets = [await open(), await open(), await open()];
      await expect(open()).rejects.toThrow();
      expect(sockets.map((socket) => socket.isConnected())).toEqual([true, true, true]);
      for (const socket of sockets) socket.close();
    });

    test('to sign in are counted by the address that they really come from', async () => {
      const { url } = await cluster().anotherGateway({ RATE_LIMIT: 'on', RATE_LIMIT_SIGN_INS: '5' });
      const answers: Answer[] = [];
      for (let n = 0; n < 8; n += 1)
        answers.push(await createApi([url], null).request('GET', '/api/session/google', undefined, elsewhere()));
      expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302, 429, 429, 429]);
      answers.slice(5).forEach(toldToWait);
    });
  });
}
