import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { endConnectionsWhileClosing } from './end-connections.ts';

const request = 'GET / HTTP/1.1\r\nhost: tests\r\n\r\n';

/** A server that closes as those of all processes do, and somebody connected to it. */
async function connected(answer: RequestListener) {
  const server = createServer(answer);
  endConnectionsWhileClosing(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  return { server, client };
}

test('a request that has come, but was not read yet when the server closes, is answered', async () => {
  const { server, client } = await connected((_, response) => response.end('Here you are'));
  client.write(request);
  await once(client, 'data');
  client.write(request);
  server.close();
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK.*Here you are/s);
});

test('an answer of which a slow client has taken only the beginning when the server closes is sent to its end', async () => {
  const whole = 'x'.repeat(32 * 1024 * 1024);
  const { server, client } = await connected((_, response) => response.end(whole));
  client.write(request);
  await once(client, 'readable');
  const closed = new Promise((resolve) => server.close(resolve));
  // Longer than the server needs to look for connections without a request.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await text(client)).split('\r\n\r\n')[1]).toHaveLength(whole.length);
  await closed;
});

test('a connection without a request does not keep the server from closing', async () => {
  const { server, client } = await connected((_, response) => response.end('Here you are'));
  client.write(request);
  await once(client, 'data');
  const ended = once(client, 'close');
  await new Promise((resolve) => server.close(resolve));
  await ended;
});
