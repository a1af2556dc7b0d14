import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';
import { explain } from './plain-words.mjs';

/** A hash over files and whole folders (without generated and hidden files) and a few values besides. */
export function fingerprint(paths, values = []) {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of paths.flatMap(filesIn).sort()) {
    hash.update(`\n${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Not among the sources: what is generated or hidden, and tests. */
export const isLeftOut = (name) =>
  name.startsWith('.') || name === 'node_modules' || name === 'dist' || name.endsWith('.test.ts');

function filesIn(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.filter((entry) => !isLeftOut(entry.name)).flatMap((entry) => filesIn(join(path, entry.name)));
}

const stampFile = (name) => join(root, 'node_modules', '.koinonia', name);

/** Whether the last run of this step had exactly this fingerprint. */
export function isDone(step, print) {
  try {
    return readFileSync(stampFile(step), 'utf8') === print;
  } catch {
    return false;
  }
}

/** Call before a step begins: what an interrupted step leaves is no longer what its last run made. */
export function markBegun(step) {
  try {
    rmSync(stampFile(step), { force: true });
  } catch (error) {
    console.error(error.message);
    throw explain('The set-up', error.message);
  }
}

export function markDone(step, print) {
  mkdirSync(dirname(stampFile(step)), { recursive: true });
  writeFileSync(stampFile(step), print);
}
