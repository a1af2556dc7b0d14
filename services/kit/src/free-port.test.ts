import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, isFree } from './free-port.ts';

test('a port that somebody was given is free for nobody else, though nobody listens there', async () => {
  const port = await freePort();
  const seenByAnother = `import { isFree } from '${new URL('free-port.ts', import.meta.url)}'; console.log(await isFree(${port}))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', seenByAnother]);
  expect([await isFree(port), stdout.trim()]).toEqual([false, 'false']);
});

test('nobody is given the same as somebody else', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, freePort));
  expect(new Set(ports).size).toBe(100);
});
