import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSpool } from './spool.ts';

test('where anybody may make folders, uploads lie in none that others can write to, or that leads elsewhere', async () => {
  const shared = await mkdtemp(join(tmpdir(), 'koinonia-shared-'));
  onTestFinished(() => rm(shared, { recursive: true }));
  await chmod(shared, 0o1777);
  const openFor = (name: string) => createSpool({ folder: join(shared, name), diskFullPercent: 100 });
  await openFor('ours');
  expect((await stat(join(shared, 'ours'))).mode & 0o777).toBe(0o700);
  await openFor('ours');

  await mkdir(join(shared, 'open'));
  await chmod(join(shared, 'open'), 0o777);
  await expect(openFor('open')).rejects.toThrow('belongs to somebody else');
  await symlink(join(shared, 'ours'), join(shared, 'elsewhere'));
  await expect(openFor('elsewhere')).rejects.toThrow('belongs to somebody else');
});
