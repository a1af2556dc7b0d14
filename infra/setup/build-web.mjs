import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isDone, markBegun, markDone } from './fingerprint.mjs';
import { projectNode, root } from './paths.mjs';
import { explain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';

/** Builds the pages that the gateway serves, unless their inputs are unchanged. */
export async function buildWeb() {
  const sources = ['web', 'services/contracts', 'pnpm-lock.yaml'].map((path) => join(root, path));
  const wanted = fingerprint(sources);
  if (isDone('web', wanted) && existsSync(join(root, 'web', 'dist', 'index.html'))) return;
  console.log('Building the web pages …');
  markBegun('web');
  // Vite obeys a NODE_ENV that is set, and would build pages that are large and slow for everyone.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await runProgram(projectNode, ['--run', 'build'], { cwd: join(root, 'web'), env });
  if (code !== 0) throw explain('Building the web pages', output);
  markDone('web', wanted);
}
