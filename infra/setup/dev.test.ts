import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './paths.mjs';

let dataDir: string;
let port: number;
let dev: Awaited<ReturnType<typeof launch>> | undefined;
/** Of another product, perhaps of another checkout: it says that it is ready. */
let other: Server;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-dev-'));
  port = await freePort();
  dev = undefined;
  other = createServer((_, answer) => answer.end());
});
afterEach(async () => {
  other.close();
  other.closeAllConnections();
  dev?.child.kill('SIGTERM');
  await dev?.exited;
  await eventually(() => rm(dataDir, { recursive: true, force: true }), { interval: 100 });
});

async function launch(environment: Record<string, string> = {}) {
  const places = { DATA_DIR: dataDir, PORT: String(port), PAGES_PORT: String(await freePort()) };
  const child = spawn(process.execPath, ['infra/setup/dev.mjs'], {
    cwd: root,
    env: { ...surroundings(), ...places, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said, exited: once(child, 'exit') as Promise<[number | null]> };
}

const listens = () => once(other.listen(port, '127.0.0.1'), 'listening');

test('a port that another product has ends it with a sentence, and no demo data is written', async () => {
  await listens();
  dev = await launch();
  expect(await dev.exited).toEqual([1, null]);
  expect(dev.said()).toBe(
    `\nPort ${port} is taken by another program. Stop that one, or take another: PORT=${port + 1} npm run dev\n`,
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test('another product that comes to the port while ours cannot start is not taken for ours', async () => {
  dev = await launch({ RATE_LIMIT: 'perhaps' });
  const { said } = dev;
  await eventually(() => expect(said()).toContain('RATE_LIMIT: '));
  await listens();
  // Demo data would be begun in the first second.
  await wait(3000);
  expect(await readdir(dataDir)).toEqual([]);
});

test('an empty product of its own is filled, and Ctrl-C ends all of it', async () => {
  dev = await launch();
  const { child, exited, said } = dev;
  await eventually(() => expect(said()).toContain('Added 40 people'), { timeout: 80_000, interval: 100 });
  child.kill('SIGINT');
  await exited;
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});
