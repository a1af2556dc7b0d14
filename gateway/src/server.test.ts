import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { afterEach, expect, test } from 'vitest';
import { openSocket, statusOf } from './testing/raw-client.ts';
import { startRawNode, switching } from './testing/raw-node.ts';

const needed = {
  PORT: '0',
  ALLOWED_DOMAIN: 'base.example',
  GOOGLE_CLIENT_ID: 'client',
  INTERNAL_SECRET: testSecret,
  OIDC_ISSUER: 'http://127.0.0.1:1',
};

let server: ChildProcessWithoutNullStreams | null = null;

afterEach(() => void server?.kill('SIGKILL'));

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: { ...surroundings(), ...environment },
  });
  server = child;
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, output, ended };
}

/** The log line with the address where it listens. */
async function listening(output: { out: string }): Promise<{ url: string }> {
  const line = () => output.out.split('\n').find((text) => text.includes('"msg":"listening"'));
  await expect.poll(line, { timeout: 20_000 }).toBeDefined();
  return JSON.parse(line() ?? '') as { url: string };
}

test('it listens on a free port and says which; SIGTERM ends it well', async () => {
  const { child, output, ended } = start(needed);
  const { url } = await listening(output);
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const startedAt = Date.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  expect(output.err).toBe('');
});

test('the port that it took belongs to its own address, so that its pages may open sockets', async () => {
  const { output } = start(needed);
  const { url } = await listening(output);
  const socket = openSocket(url, { origin: `http://localhost:${new URL(url).port}` });
  await socket.closed;
  // There is no chat node; another origin would get 403.
  expect(statusOf(socket.received())).toBe(503);
});

test('neither open sockets, spare connections nor a service that hangs hold up the end', async () => {
  const chat = await startRawNode((socket) => socket.write(switching));
  const hanging = await startRawNode(() => {});
  const { child, output, ended } = start({ ...needed, CHAT_URL: chat.url, IDENTITY_URL: hanging.url });
  const port = Number(new URL((await listening(output)).url).port);
  const spare = connect(port, '127.0.0.1').on('error', () => {});
  const browser = connect(port, '127.0.0.1').on('error', () => {});
  browser.write('GET /socket.io/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(browser, 'data');
  const call = fetch(`http://127.0.0.1:${port}/api/session/token`, { method: 'POST' }).catch(() => null);
  // The gateway itself also asks for the time by `/healthz`.
  await expect.poll(() => hanging.heads.filter((head) => !head.includes('/healthz')).length).toBeGreaterThan(0);
  child.kill('SIGTERM');
  // An exit code of 1 would mean that it was ended after 9 s.
  expect(await ended).toBe(0);
  await expect.poll(() => chat.open.size).toBe(0);
  expect(await call).toBeNull();
  spare.destroy();
  browser.destroy();
  chat.close();
  hanging.close();
});

test('a wrong environment stops the start, in words', async () => {
  const { output, ended } = start({ ...needed, PORT: 'eighty', INTERNAL_SECRET: '' });
  expect(await ended).toBe(1);
  expect(output.err).toMatch(/PORT: .*\n.*INTERNAL_SECRET/);
});

test('an address that this machine does not have stops the start, by the name of its variable', async () => {
  const { output, ended } = start({ ...needed, HOST: '192.0.2.1' });
  expect(await ended).toBe(1);
  expect(output.err).toMatch(/^HOST: .*192\.0\.2\.1.*EADDRNOTAVAIL/);
});

test('a port that is taken stops the start', async () => {
  const first = start(needed);
  const { url } = await listening(first.output);
  const second = start({ ...needed, PORT: new URL(url).port });
  expect(await second.ended).toBe(1);
  expect(second.output.out).toContain('EADDRINUSE');
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});
