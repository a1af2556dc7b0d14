import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The path of the first of these programs that can be run here; null when there is none. */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))));
  return places.find(isExecutable) ?? null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
