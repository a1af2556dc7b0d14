import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With its parents. Node's own recursive `mkdir` never ends where nobody can create a folder, as in `/proc`. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (isFolder(path)) return;
  if (!isFolder(dirname(path))) await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch((error: unknown) => {
    // Another process may just have made it.
    if (!isFolder(path)) throw error;
  });
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
