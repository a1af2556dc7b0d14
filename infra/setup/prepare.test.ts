import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSmallCheckout, npxThat, pathIn } from './testing/small-checkout.ts';

/** With pages that are built in a moment. */
let checkout: string;
beforeEach(async () => {
  checkout = await makeSmallCheckout();
  await pagesBuiltBy('exit 0');
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

/** A build that writes the pages where it is told to, does this, and only then writes the first page, each time another. */
async function pagesBuiltBy(ends: string) {
  const lines = ['mkdir -p "$2"', 'echo $NODE_ENV >> ../builds', `(${ends}) || exit 1`, 'echo $$ > "$2/index.html"'];
  await writeFile(join(checkout, 'web', 'build.sh'), lines.join('\n'));
  await writeFile(join(checkout, 'web', 'package.json'), JSON.stringify({ scripts: { build: 'sh build.sh' } }));
}

const versionOf = (lockfile: string) => writeFile(join(checkout, 'pnpm-lock.yaml'), lockfile);

const command = ['--input-type=module', '-e', "await (await import('./infra/setup/prepare.mjs')).prepare()"];
const options = (environment: Record<string, string> = {}) => ({
  cwd: checkout,
  env: { ...process.env, ...environment, PATH: pathIn(checkout) },
});
const prepare = (environment?: Record<string, string>) =>
  spawnSync(process.execPath, command, options(environment)).status;

const linesOf = async (file: string) => (await readFile(join(checkout, file), 'utf8')).trim().split('\n');

test('a step that was interrupted is done again, also for the version before, for which it had been done', async () => {
  await versionOf('one');
  expect(prepare()).toBe(0);
  expect(prepare()).toBe(0);
  expect([await linesOf('installs'), await linesOf('builds')]).toMatchObject([{ length: 1 }, { length: 1 }]);

  await versionOf('two');
  await npxThat(checkout, 'exit 1');
  expect(prepare()).toBe(1);
  await npxThat(checkout, 'exit 0');
  await versionOf('one');
  expect(prepare()).toBe(0);
  expect(await linesOf('installs')).toHaveLength(3);

  await pagesBuiltBy('exit 1');
  expect(prepare()).toBe(1);
  await pagesBuiltBy('exit 0');
  expect(prepare()).toBe(0);
  expect(await linesOf('builds')).toHaveLength(3);
});

test('the pages are built for production, whatever the shell is set to', async () => {
  expect(prepare({ NODE_ENV: 'development' })).toBe(0);
  expect(await linesOf('builds')).toEqual(['production']);
});

test('the pages that are there stay until new ones are built, and two set-ups at once do not harm one another', async () => {
  expect(prepare()).toBe(0);
  const before = await linesOf('web/dist/index.html');
  await pagesBuiltBy('until [ -e ../go ]; do sleep 0.05; done');
  const ends = [1, 2].map(() => once(spawn(process.execPath, command, options()), 'exit'));
  await expect.poll(() => linesOf('builds')).toHaveLength(3);
  expect(await linesOf('web/dist/index.html')).toEqual(before);
  await writeFile(join(checkout, 'go'), '');
  for (const end of ends) expect((await end)[0]).toBe(0);
  expect(await linesOf('web/dist/index.html')).not.toEqual(before);
  expect(await readdir(join(checkout, 'web', '.cache'))).toEqual([]);
});
