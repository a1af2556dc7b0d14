import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A checkout with the scripts of the set-up, pages that are built in a moment, and an `npx` that only links Node. */
let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'koinonia-prepare-'));
  await cp(import.meta.dirname, join(checkout, 'infra', 'setup'), { recursive: true });
  for (const folder of ['services', 'web', 'bin']) await mkdir(join(checkout, folder));
  await npxThat('exit 0');
  await pagesBuiltBy('exit 0');
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

const links = `mkdir -p node_modules/.bin && ln -sf '${process.execPath}' node_modules/.bin/node && echo ran >> installs`;
const npxThat = (ends: string) =>
  writeFile(join(checkout, 'bin', 'npx'), `#!/bin/sh\n${links}\n${ends}\n`, { mode: 0o755 });

const builds = 'mkdir -p dist && echo $NODE_ENV >> ../builds && touch dist/index.html';
const pagesBuiltBy = (ends: string) =>
  writeFile(join(checkout, 'web', 'package.json'), JSON.stringify({ scripts: { build: `${builds} && ${ends}` } }));

const versionOf = (lockfile: string) => writeFile(join(checkout, 'pnpm-lock.yaml'), lockfile);

function prepare(environment: Record<string, string> = {}): number | null {
  const command = ['--input-type=module', '-e', "await (await import('./infra/setup/prepare.mjs')).prepare()"];
  const path = [join(checkout, 'bin'), process.env['PATH']].join(delimiter);
  return spawnSync(process.execPath, command, { cwd: checkout, env: { ...process.env, ...environment, PATH: path } })
    .status;
}

const linesOf = async (file: string) => (await readFile(join(checkout, file), 'utf8')).trim().split('\n');

test('a step that was interrupted is done again, also for the version before, for which it had been done', async () => {
  await versionOf('one');
  expect(prepare()).toBe(0);
  expect(prepare()).toBe(0);
  expect([await linesOf('installs'), await linesOf('builds')]).toMatchObject([{ length: 1 }, { length: 1 }]);

  await versionOf('two');
  await npxThat('exit 1');
  expect(prepare()).toBe(1);
  await npxThat('exit 0');
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
