import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** A secret for this run of the product only. */
export const freshSecret = () => randomBytes(32).toString('hex');

/** The secret stored in the data folder under this name, created at the first start. Only this user may read it. */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name);
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept !== null) return kept.trim();
  const secret = freshSecret();
  // Written to another file, synced and renamed: the file is complete or absent, even if the process is killed.
  const handle = await open(`${file}.new`, 'w', 0o600);
  await handle.writeFile(`${secret}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
  return secret;
}
