import { spawnSync } from 'node:child_process';
import { chmod, cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.mjs';
import { findProgram } from './on-path.mjs';
import { root } from './paths.mjs';
import { explain } from './plain-words.mjs';

describe('what went wrong is told in plain words', () => {
  test.each([
    ['The disk is full', 'npm error code ENOSPC'],
    ['The disk is full', '× Failed to write: No space\n  │  left on device (os error 28)'],
    ['cannot be reached', 'getaddrinfo ENOTFOUND registry.example'],
    ['may not write here', "EACCES: permission denied, mkdir '/checkout/node_modules'"],
    ["npm's own folder", "npm error syscall mkdir npm error path '/home/ruth/.npm' npm error code EACCES"],
    ['does not fit the package.json files', 'ERR_PNPM_OUTDATED_LOCKFILE Cannot install with "frozen-lockfile"'],
    ['The lines above say why', 'something that nobody foresaw'],
  ])('%s', (words, output) => {
    expect(explain('The step', output).message).toMatch(/^The step failed\. /);
    expect(explain('The step', output).message).toContain(words);
  });
});

test('no path is taken from an address, where spaces and accents in the name of a folder are written otherwise', async () => {
  const wrong: string[] = [];
  const sources = glob('{gateway,services,web,infra,tests}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  });
  for await (const path of sources)
    if (/import\.meta\.url\)\.pathname/.test(await readFile(join(root, path), 'utf8'))) wrong.push(path);
  expect(wrong).toEqual([]);
});

describe('a step is done again', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koinonia-fingerprint-'));
    await writeFile(join(folder, 'page.tsx'), 'page');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('when a source has changed, come or gone, and only then', async () => {
    const first = fingerprint([folder]);
    expect(fingerprint([folder])).toBe(first);
    await writeFile(join(folder, 'page.test.ts'), 'a test is no part of the pages');
    expect(fingerprint([folder])).toBe(first);
    await writeFile(join(folder, 'other.tsx'), '');
    expect(fingerprint([folder])).not.toBe(first);
    await rm(join(folder, 'other.tsx'));
    expect(fingerprint([folder])).toBe(first);
    await writeFile(join(folder, 'page.tsx'), 'another page');
    expect(fingerprint([folder])).not.toBe(first);
  });

  test('when the same files are for something else', () => {
    expect(fingerprint([folder], ['linux'])).not.toBe(fingerprint([folder], ['darwin']));
  });
});

test('secrets for a checkout that cannot be written to end in a sentence', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'koinonia-read-only-'));
  try {
    await cp(import.meta.dirname, join(checkout, 'infra', 'setup'), { recursive: true });
    await cp(join(root, '.env.example'), join(checkout, '.env.example'));
    await chmod(checkout, 0o555);
    // Root may write everywhere unless it gives this right up.
    const withoutRights = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];
    const [program, ...rest] = [...withoutRights, process.execPath, join(checkout, 'infra', 'setup', 'env.mjs')];
    const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8' });
    expect([status, stderr.trim()]).toEqual([
      1,
      `${join(checkout, '.env')} cannot be written (EACCES). Run this in a checkout that you may write to.`,
    ]);
  } finally {
    await chmod(checkout, 0o755);
    await rm(checkout, { recursive: true });
  }
});

test('a program is found on the PATH, or by its whole path', () => {
  expect(findProgram(['no-such-program-anywhere', 'sh'])).toMatch(/\/sh$/);
  expect(findProgram([process.execPath])).toBe(process.execPath);
  expect(findProgram(['no-such-program-anywhere'])).toBeNull();
});
