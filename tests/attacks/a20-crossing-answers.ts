import { Agent, request as httpRequest } from 'node:http';
import { uploadAttachment } from '@koinonia/contracts/media.ts';
import type { Me } from '@koinonia/contracts/identity.ts';
import { publicCalls } from '@koinonia/kit/testing/public-calls.ts';
import { describe, expect, test } from 'vitest';
import { png } from '../api/a-picture.ts';
import { createApi } from '../support/api.ts';
import { people, type Person } from '../support/people.ts';
import { plainRequest } from '../support/plain-request.ts';
import type { Product } from '../support/product.ts';
import { filledIn } from './who-may-call.ts';

/** Zulip Cloud, 18 March 2021: a cache on the way showed other people's pages to up to 149 people. */
export function crossingAnswers(product: () => Product): void {
  const get = async (agent: Agent, path: string, token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return JSON.parse((await plainRequest(product().origins[0]!, 'GET', path, { headers, agent })).text);
  };

  describe('two people on one connection', () => {
    test('A20 are each told their own, call by call', async () => {
      const [ruth, ben, marta] = await people(product(), 3);
      const ruths = await ruth!.directChatWith(marta!);
      const bens = await ben!.directChatWith(marta!);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let turn = 0; turn < 20; turn += 1) {
        const [person, chat] = turn % 2 === 0 ? [ruth!, ruths] : [ben!, bens];
        expect(await get(agent, '/api/me', person.token)).toMatchObject({ uid: person.uid });
        expect(await get(agent, '/api/chat', person.token)).toMatchObject([{ id: chat.id }]);
      }
      agent.destroy();
    });

    test('A20 are each told their own when many call at once', async () => {
      const everyone = await people(product(), 8);
      const agent = new Agent({ keepAlive: true, maxSockets: 4 });
      const asked = Array.from({ length: 160 }, (_, turn) => everyone[(turn * 5) % 8]!);
      const answers = await Promise.all(asked.map((person) => get(agent, '/api/me', person.token)));
      expect(answers.map((answer) => (answer as Me).uid)).toEqual(asked.map(({ uid }) => uid));
      agent.destroy();
    });

    test('A20 see no file of each other’s, also by what the first one’s browser knows of it', async () => {
      const [ruth, ben, mallory] = (await people(product(), 3)) as [Person, Person, Person];
      const chat = await ruth.directChatWith(ben);
      const body = new FormData();
      body.set('attachment', new Blob([new Uint8Array(png)]), 'x.pdf');
      const sent = await fetch(`${product().origins[0]!}/api/chat/${chat.id}/attachment`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ruth.token}` },
        body,
      });
      const { url } = uploadAttachment.answers[201].parse(await sent.json());
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const read = (person: Person | null, headers: Record<string, string> = {}) =>
        headOf(product().origins[0]!, url, agent, {
          ...headers,
          ...(person && { authorization: `Bearer ${person.token}` }),
        });
      await expect.poll(async () => (await read(ruth)).status, { timeout: 20_000 }).toBe(200);
      const { headers } = await read(ruth);
      expect(headers['cache-control']).toContain('private');
      const known = {
        'if-none-match': String(headers['etag']),
        'if-modified-since': new Date().toUTCString(),
        range: 'bytes=0-0',
      };
      for (let turn = 0; turn < 5; turn += 1) {
        expect((await read(ruth)).status).toBe(200);
        expect((await read(mallory, known)).status).toBe(404);
        expect((await read(null, known)).status).toBe(401);
        expect((await read(mallory)).status).toBe(404);
      }
      agent.destroy();
    });
  });

  describe('what may be kept on the way', () => {
    test('A20 nothing of any call, whether it succeeds or fails, by whoever it is made', async () => {
      const [ruth] = (await people(product(), 1)) as [Person];
      for (const caller of [ruth.api, createApi(product().origins, null), createApi(product().origins, 'x.y.z')]) {
        for (const { method, path } of publicCalls) {
          const { headers, status } = await caller.request(method, filledIn(path, 'nothing'));
          expect([method, path, status, headers.get('cache-control')]).toEqual([method, path, status, 'no-store']);
        }
      }
    });
  });

  describe('an error', () => {
    test('A20 tells nothing of the inside, whatever brought it about', async () => {
      const [ruth] = (await people(product(), 1)) as [Person];
      const inside =
        /\bat \S+:\d|node_modules|\.ts\b|127\.0\.0\.1|stack|postgres|kysely|relation|syntax|column|ECONN|redis|undici|fastify|zod/i;
      const asked: [string, string, unknown?, Record<string, string>?][] = [
        ['GET', '/api/users/%zz'],
        ['GET', '/api/nothing'],
        ['GET', `/api/user/${encodeURIComponent("'")}`],
        ['GET', '/api/chat/search?q=%27%3B--'],
        ['GET', '/api/chat/search?q=%26%7C%21%3A*'],
        ['GET', '/api/chat/x/messages?before=99999999999999999999'],
        ['GET', '/api/chat/x/messages?before=9007199254740991'],
        ['GET', '/api/users?offset=1e9'],
        ['GET', '/api/media/attachments/%27'],
        ['GET', '/api/media/avatars/x/1'],
        ['GET', '/api/media/avatars/..%00/64'],
        ['POST', '/api/chat/create', '{"users":'],
        ['POST', '/api/chat/create', { users: ['\u0000'], isGroup: true }],
        ['POST', '/api/update-profile', 'x', { 'content-type': 'application/x-yaml' }],
        ['POST', '/api/upload-avatar', 'x', { 'content-type': 'multipart/form-data; boundary=y' }],
        ['GET', '/api/session/callback?state=%00&code=%27'],
        ['GET', '/api/session/download/x'],
      ];
      for (const request of asked) {
        for (const caller of [ruth.api, createApi(product().origins, null)]) {
          const { status, body, headers } = await caller.request(...request);
          expect([request[1], status < 500]).toEqual([request[1], true]);
          expect(JSON.stringify(body ?? '')).not.toMatch(inside);
          expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
        }
      }
    });
  });
}

function headOf(origin: string, path: string, agent: Agent, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const asked = httpRequest(origin + path, { agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    asked.on('error', reject).end();
  });
}
