import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The secret stored in the data folder under this name, created at the first start. Only this user may read it. */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name);
  const kept = await readKept(file);
  if (kept !== '') return kept;
  const secret = randomBytes(32).toString('hex');
  await keepWhole(file, `${secret}\n`);
  return secret;
}

/** The text of a file, without white space around it; empty when there is no such file. */
export async function readKept(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return kept.trim();
}

/**
 * Writes a file that only this user may read. Written to another file, synced and renamed: it is complete or absent, even if
 * the process is killed or the power fails, and once this has resolved, it is there.
 */
export async function keepWhole(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
