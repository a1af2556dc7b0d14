import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveFile } from './receive-file.ts';

const requestTimeout = 1500;
const part = '--x\r\ncontent-disposition: form-data; name="attachment"; filename="some.bin"\r\n\r\nsome';
const end = '\r\n--x--\r\n';
let folder: string;
let app: Service;
const senders: Socket[] = [];
let leaves = () => {};
let receivedAfter: (received: Promise<unknown>) => void = () => {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-received-'));
  app = buildService({ name: 'tests', log: createLog('silent', 'tests'), requestTimeout });
  await app.register(multipart);
  const wanted = { field: 'attachment', limit: 50_000, tooLarge: 'too large' };
  for (const [path, patience] of [
    ['/', { silence: 200 }],
    ['/patiently', { silence: 10_000, unhurried: requestTimeout }],
  ] as const) {
    app.post(path, async (request) =>
      receiveFile(request, await mkdtemp(join(folder, 'one-')), { ...wanted, ...patience }),
    );
  }
  app.post('/after', async (request) => {
    leaves();
    await new Promise((resolve) => request.raw.once('close', resolve));
    receivedAfter(receiveFile(request, folder, { ...wanted, silence: 200 }));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  // The first form takes longer than later ones: it must not take all the time there is.
  await text(begin('/patiently', part.length + end.length, part + end));
});
afterAll(async () => {
  senders.forEach((sender) => sender.destroy());
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Begins to send a form. */
function begin(path: string, length: number, beginning: string): Socket {
  const sender = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  senders.push(sender);
  sender.write(
    `POST ${path} HTTP/1.1\r\nhost: tests\r\nconnection: close\r\ncontent-length: ${length}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\n\r\n${beginning}`,
  );
  return sender;
}

describe('a sender who stops', () => {
  /** The answer to a form of which only the beginning is sent. */
  const answerTo = (beginning: string) => text(begin('/', 900, beginning));

  test.each([
    ['before the first part', ''],
    ['within the file', part],
    ['after the file', `${part}\r\n--x\r\n`],
  ])('%s is not waited for', async (_, beginning) => {
    const answer = await answerTo(beginning);
    expect(answer).toContain('408 Request Timeout');
    expect(answer).toContain('ended early');
  });
});

test.each([
  ['eleven fields', Array.from({ length: 11 }, (_, index) => `field ${index}`)],
  ['a field with the name of what objects inherit from', ['__proto__']],
])('a form with %s is told to bring the file alone', async (_, names) => {
  const fields = names.map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nsome\r\n`);
  const form = `${fields.join('')}${part}${end}`;
  const answer = await text(begin('/', form.length, form));
  expect(answer).toContain('400 Bad Request');
  expect(answer).toContain('Please send the file alone.');
});

test('a sender who has gone before the first look at their form is not waited for', async () => {
  const received = new Promise((resolve) => (receivedAfter = resolve));
  const sender = begin('/after', 900, part);
  leaves = () => sender.destroy();
  await expect(received).rejects.toMatchObject({
    code: 'malformed',
    message: 'The upload ended early. Please try again.',
  });
});

describe('a sender who is slow', () => {
  /** The answer to a form whose file comes in these pieces, and takes several times as long as a request may. */
  async function answerTo(pieces: readonly string[]): Promise<string> {
    const sender = begin('/patiently', part.length + pieces.join('').length + end.length, part);
    const answer = text(sender);
    for (const piece of pieces) {
      await wait((2.5 * requestTimeout) / pieces.length);
      if (sender.destroyed) break;
      sender.write(piece);
    }
    sender.write(end);
    return answer;
  }

  test('is waited for as long as the file makes progress', async () => {
    const answer = await answerTo(['x'.repeat(10_000), ...Array<string>(40).fill('x'.repeat(750))]);
    expect(answer).toContain('200 OK');
    expect(answer).toContain('"size":40004');
  });

  test('is not, when all that comes serves to hold the place', async () => {
    const answer = await answerTo(Array<string>(40).fill('x'));
    expect(answer).toContain('408 Request Timeout');
    expect(answer).toContain('ended early');
  });
});
