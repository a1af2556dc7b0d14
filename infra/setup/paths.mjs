import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The Node that npm installed: everything after the set-up runs on it. */
export const projectNode = join(root, 'node_modules', '.bin', 'node');

/** The package manager in its pinned version, run by npx. */
export const pnpm = 'pnpm@12.21.0';

/** A program from a package of the workspace's root. */
export const rootProgram = (name) => join(root, 'node_modules', '.bin', name);

/** The package.json of the root and of each package that pnpm-workspace.yaml lists. */
export function packageFiles() {
  const [, list] = /^packages:\s+((?:- \S+\s+)+)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
  const folders = Array.from(list.matchAll(/- (\S+)/g), ([, folder]) => folder).flatMap(withEachOf);
  return ['.', ...folders].map((folder) => join(root, folder, 'package.json')).filter(existsSync);
}

/** `services/*` stands for each folder in it. */
function withEachOf(folder) {
  if (!folder.endsWith('/*')) return [folder];
  const parent = folder.slice(0, -2);
  return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
}
