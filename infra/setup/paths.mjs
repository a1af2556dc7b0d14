import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const programs = join(root, 'node_modules', '.bin');

/** A program from a package of the workspace's root. */
export const rootProgram = (name) => join(programs, name);

/** The Node that npm installed: everything after the set-up runs on it. */
export const projectNode = rootProgram('node');

/** The environment in which a program that starts `node` gets the project's own. */
export const onProjectPath = (env) => ({ ...env, PATH: `${programs}:${env.PATH}` });

/** The package manager in its pinned version, run by npx. */
export const pnpm = 'pnpm@12.21.0';

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
