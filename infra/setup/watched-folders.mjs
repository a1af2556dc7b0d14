import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isLeftOut } from './fingerprint.mjs';

/** Ms within which changes, such as those of a checkout, count as one. */
const together = 200;

/**
 * Calls `onChange` whenever a source in these folders is changed, added or removed, as long as this process has something
 * else to do. Each folder is watched separately: when a file or a whole tree is watched, Linux keeps following the original
 * file, and most programs save a new one in its place.
 */
export function watchFolders(folders, onChange) {
  let watchers = watchAll();
  let timer;

  function watchAll() {
    return folders
      .flatMap(foldersIn)
      .map((folder) => watch(folder, { persistent: false }, note).on('error', () => note()));
  }

  function note(_, name) {
    if (name && (isLeftOut(name) || /(\.md|~)$/.test(name))) return;
    clearTimeout(timer);
    timer = setTimeout(tell, together);
  }

  function tell() {
    try {
      // The folders may have changed.
      const before = watchers;
      watchers = watchAll();
      for (const watcher of before) watcher.close();
    } catch (error) {
      // A folder has just been removed.
      if (error.code === 'ENOENT') return note();
      throw error;
    }
    onChange();
  }
}

function foldersIn(folder) {
  const below = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !isLeftOut(entry.name),
  );
  return [folder, ...below.flatMap(({ name }) => foldersIn(join(folder, name)))];
}
