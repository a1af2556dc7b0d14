import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, isFree } from './free-port.ts';

test('a port that somebody was given is free for nobody else, though nobody listens there', async () => {
  const port = await freePort();
  const seenByAnother = `import { isFree } from '${new URL('free-port.ts', import.meta.url)}'; console.log(await isFree(${port}))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', seenByAnother]);
  expect([await isFree(port), stdout.trim()]).toEqual([false, 'false']);
});

test('who was given a port can listen there at any moment, also while somebody asks whether it is free', async () => {
  const port = await freePort();
  const asked = isFree(port);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await asked).toBe(false);
  server.close();
});

test('nobody is given the same as somebody else', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, freePort));
  expect(new Set(ports).size).toBe(100);
});
