import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The Node that npm installed: everything after the set-up runs on it. */
export const projectNode = join(root, 'node_modules', '.bin', 'node');

/** A program from a package of the workspace's root. */
export const rootProgram = (name) => join(root, 'node_modules', '.bin', name);
