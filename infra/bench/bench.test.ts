import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { expect, test } from 'vitest';
import { launch, programsOn } from '../solo/testing/ended-early.ts';

const bench = (program: string, ...args: string[]) => launch([`infra/bench/${program}.ts`, ...args], {});

test.each(['main', 'scaling', 'reading', 'growth'])('%s tells how it is used', async (program) => {
  const { exited, said } = bench(program, '--help');
  expect(await exited).toEqual([0, null]);
  await eventually(() => expect(said()).toMatch(/^Usage: npm run bench -- /));
});

test.each([
  ['main', '--rounds', 'abc', "--rounds must be a whole number from 1 to 1000, and not 'abc'."],
  ['main', '--targets', 'nonsense', '--targets nonsense: none has that word: koinonia, bare pair, naive chat.'],
  ['main', '--only', 'nonsense', '--only nonsense: none has that word: '],
  ['main', '--onyl', 'group', "Unknown option '--onyl'"],
  ['scaling', '--nodes', '1,two', "--nodes must be numbers such as 1,2,4, and not '1,two'."],
  ['growth', '--times', '', "--times must be numbers such as 1,2,4, and not ''."],
  ['reading', '--rate', '0', '--rate must be a whole number from 1 to 100000'],
])('%s refuses %s %s', async (program, option, value, sentence) => {
  const { exited, said } = bench(program, option, value);
  expect(await exited).toEqual([1, null]);
  await eventually(() => expect(said()).toContain(sentence));
});

test('a signal leaves no process and no file of it behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koinonia-bench-'));
  // PostgreSQL, which never runs as root, must be able to enter it.
  await chmod(folder, 0o755);
  try {
    const { child, exited, said } = launch(['infra/bench/main.ts', '--targets', 'bare'], {
      TMPDIR: folder,
      REDIS_SERVER: process.env['REDIS_SERVER'] ?? 'redis-server',
    });
    await eventually(() => expect(said()).toContain('bare pair: '));
    const [data] = await readdir(folder);
    const running = () => programsOn(join(folder, data ?? ''));
    expect(running().length).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await exited).toEqual([143, null]);
    expect(await readdir(folder)).toEqual([]);
    await eventually(() => expect(running()).toEqual([]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
