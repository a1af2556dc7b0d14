import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
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

const builds = 'mkdir -p dist && echo $NODE_ENV >> ../builds && touch dist/index.html';
const pagesBuiltBy = (ends: string) =>
  writeFile(join(checkout, 'web', 'package.json'), JSON.stringify({ scripts: { build: `${builds} && ${ends}` } }));

const versionOf = (lockfile: string) => writeFile(join(checkout, 'pnpm-lock.yaml'), lockfile);

function prepare(environment: Record<string, string> = {}): number | null {
  const command = ['--input-type=module', '-e', "await (await import('./infra/setup/prepare.mjs')).prepare()"];
  const env = { ...process.env, ...environment, PATH: pathIn(checkout) };
  return spawnSync(process.execPath, command, { cwd: checkout, env }).status;
}

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
