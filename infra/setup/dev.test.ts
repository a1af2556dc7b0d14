import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { programsOn } from '../solo/testing/ended-early.ts';
import { root } from './paths.mjs';
import { makeSmallCheckout, pathIn } from './testing/small-checkout.ts';

let dataDir: string;
let port: number;
let pages: number;
let dev: ReturnType<typeof launch> | undefined;
/** Another product, perhaps of another checkout, which says that it is ready. */
let other: Server;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-dev-'));
  port = await freePort();
  pages = await freePort();
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

function launch(environment: Record<string, string> = {}, checkout: string = root) {
  const places = { DATA_DIR: dataDir, PORT: String(port), PAGES_PORT: String(pages) };
  const child = spawn(process.execPath, ['infra/setup/dev.mjs'], {
    cwd: checkout,
    env: { ...surroundings(), ...places, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said, exited: once(child, 'exit') as Promise<[number | null]> };
}

const listens = (at = port) => once(other.listen(at, '127.0.0.1'), 'listening');

test.each(['PORT', 'PAGES_PORT'])(
  'a %s that another one has ends it with a sentence, and no demo data is written',
  async (name) => {
    const taken = name === 'PORT' ? port : pages;
    await listens(taken);
    dev = launch();
    expect(await dev.exited).toEqual([1, null]);
    expect(dev.said()).toBe(
      `\nPort ${taken} is taken by another program. Stop that one, or start beside it: ` +
        `PORT=${port + 1} PAGES_PORT=${pages + 1} DATA_DIR=.data-${port + 1} npm run dev\n`,
    );
    expect(await readdir(dataDir)).toEqual([]);
  },
);

test.each([
  ['PORT', '80x'],
  ['PORT', '70000'],
  ['PAGES_PORT', 'pages'],
])('a %s that is none is refused: %s', async (name, value) => {
  dev = launch({ [name]: value });
  expect(await dev.exited).toEqual([1, null]);
  expect(dev.said()).toBe(`\nThe configuration is wrong:\n  ${name}: must be a port number\n`);
});

test('another product that comes to the port while ours cannot start is not taken for ours', async () => {
  dev = launch({ RATE_LIMIT: 'perhaps' });
  const { said } = dev;
  await eventually(() => expect(said()).toContain('RATE_LIMIT: '));
  await listens();
  // Demo data would have appeared within the first second.
  await wait(3000);
  expect(await readdir(dataDir)).toEqual([]);
});

test('an empty product of its own is filled, and Ctrl-C ends all of it', async () => {
  dev = launch();
  const { child, exited, said } = dev;
  await eventually(() => expect(said()).toContain('Added 40 people'), { timeout: 80_000, interval: 100 });
  child.kill('SIGINT');
  await exited;
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});

test('when it is killed, nothing of it is left', async () => {
  dev = launch();
  const { child, exited, said } = dev;
  await eventually(() => expect(said()).toContain('Added 40 people'), { timeout: 80_000, interval: 100 });
  child.kill('SIGKILL');
  await exited;
  await eventually(() => expect(programsOn(dataDir)).toEqual([]));
  await eventually(() => Promise.all([canListen(port, '127.0.0.1'), canListen(pages, 'localhost')]));
});

async function canListen(at: number, host: string) {
  const server = createServer();
  try {
    await once(server.listen(at, host), 'listening');
  } finally {
    server.close();
  }
}

describe('in a checkout with a product that only tells what is in its sources', () => {
  let checkout: string;
  beforeEach(async () => {
    checkout = await makeSmallCheckout();
    const waits = 'setInterval(() => {}, 1000);\n';
    for (const folder of ['gateway', 'infra/solo', 'services/chat'])
      await mkdir(join(checkout, folder), { recursive: true });
    await save('web/node_modules/vite/bin/vite.js', waits);
    await save('infra/demo/seed/main.ts', '');
    await save(
      'infra/solo/start.ts',
      `import { told } from '../../services/chat/told.ts';\nconsole.log('It says', told);\n${waits}`,
    );
    await save('services/chat/told.ts', "export const told = 'one';\n");
  });
  afterEach(async () => {
    dev?.child.kill('SIGTERM');
    await dev?.exited;
    await rm(checkout, { recursive: true, force: true });
  });

  /** As editors do: a new file takes the place of the old one. */
  async function save(path: string, text: string) {
    const file = join(checkout, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}~`, text);
    await rename(`${file}~`, file);
  }

  const begin = () => launch({ PATH: pathIn(checkout) }, checkout);

  test('it starts again each time that a file is saved', async () => {
    dev = begin();
    const { said } = dev;
    for (const told of ['one', 'two', 'three', 'four']) {
      if (told !== 'one') await save('services/chat/told.ts', `export const told = '${told}';\n`);
      await eventually(() => expect(said()).toContain(`It says ${told}\n`));
    }
  });

  test('it starts again for a file that was missing, and for one in a folder that is new', async () => {
    await rm(join(checkout, 'services/chat/told.ts'));
    dev = begin();
    const { said } = dev;
    await eventually(() => expect(said()).toContain('A change of its sources starts it again.'));
    await save('services/chat/told.ts', "export { told } from './deep/told.ts';\n");
    await eventually(() => expect(said().match(/A change of its sources/g)).toHaveLength(2));
    await save('services/chat/deep/told.ts', "export const told = 'one';\n");
    await eventually(() => expect(said()).toContain('It says one\n'));
    await save('services/chat/deep/told.ts', "export const told = 'two';\n");
    await eventually(() => expect(said()).toContain('It says two\n'));
  });

  test('it starts again for a file that only a process of the product loads', async () => {
    dev = begin();
    const { said } = dev;
    const starts = () => said().match(/It says/g) ?? [];
    await eventually(() => expect(starts()).toHaveLength(1));
    await save('infra/solo/pages.css', 'a {}\n');
    await eventually(() => expect(starts()).toHaveLength(2));
  });
});
