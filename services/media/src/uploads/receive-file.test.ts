import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import { buildService, type Service } from '@koinonia/kit/build-service.ts';
import { createLog } from '@koinonia/kit/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveFile } from './receive-file.ts';

describe('a sender who stops', () => {
  let folder: string;
  let app: Service;
  const senders: Socket[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koinonia-received-'));
    app = buildService({ name: 'tests', log: createLog('silent', 'tests') });
    await app.register(multipart);
    const wanted = { field: 'attachment', limit: 1000, tooLarge: 'too large', silence: 200 };
    app.post('/', async (request) => receiveFile(request, await mkdtemp(join(folder, 'one-')), wanted));
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    senders.forEach((sender) => sender.destroy());
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The answer to a form of which only the beginning is sent. */
  async function answerTo(beginning: string): Promise<string> {
    const sender = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    senders.push(sender);
    sender.write(
      'POST / HTTP/1.1\r\nhost: tests\r\nconnection: close\r\ncontent-length: 900\r\n' +
        `content-type: multipart/form-data; boundary=x\r\n\r\n${beginning}`,
    );
    return text(sender);
  }

  const part = '--x\r\ncontent-disposition: form-data; name="attachment"; filename="some.bin"\r\n\r\nsome';
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
