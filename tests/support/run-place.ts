import { access, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder that Linux keeps in memory. */
const inMemory = '/dev/shm';
/** More than ten times what a whole run has needed at a time. */
const room = 4 * 2 ** 30;

/**
 * Where a run's files go: in memory, if there is plenty of it, because dozens of databases must not wait for a busy disk;
 * otherwise, or where TMPDIR names a folder, as any temporary files.
 */
export async function placeOfRuns(): Promise<string> {
  if (process.env['TMPDIR']) return tmpdir();
  return (await isUsable(inMemory)) ? inMemory : tmpdir();
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > room && process.availableMemory() > 2 * room && (await runsPrograms(folder));
  } catch {
    return false;
  }
}

/** Containers often mount it so that no program runs from it; some tests start programs in their folders. */
async function runsPrograms(folder: string): Promise<boolean> {
  const own = await mkdtemp(join(folder, 'koinonia-probe-'));
  try {
    const program = join(own, 'program');
    await writeFile(program, '', { mode: 0o755 });
    await access(program, constants.X_OK);
    return true;
  } finally {
    await rm(own, { recursive: true });
  }
}
