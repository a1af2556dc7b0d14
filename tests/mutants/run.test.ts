import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '@koinonia/infra/solo/testing/ended-early.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { expect, test } from 'vitest';
import { mutants } from './rules.ts';

const script = 'tests/mutants/run.ts';

test('a word that no rule contains is named, with all rules', async () => {
  const { exited, said } = launch([script, 'nonsense'], {});
  expect(await exited).toEqual([1, null]);
  for (const { rule } of mutants) await eventually(() => expect(said()).toContain(`  ${rule}\n`));
});

test('Ctrl-C leaves no copy of the checkout behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koinonia-mutants-run-'));
  try {
    const { child, exited, said } = launch([script, mutants[0]?.rule ?? ''], { TMPDIR: folder });
    await eventually(async () => expect(await readdir(folder)).toHaveLength(1));
    child.kill('SIGINT');
    expect(await exited).toEqual([130, null]);
    await eventually(() => expect(said()).toContain('Ended by SIGINT before it was done.'));
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
