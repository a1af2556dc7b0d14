import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isDone, markBegun, markDone } from './fingerprint.mjs';
import { projectNode, root } from './paths.mjs';
import { explain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';

const web = join(root, 'web');
const dist = join(web, 'dist');

/**
 * Builds the pages that the gateway serves, unless their inputs are unchanged. In a folder of their own until they are
 * complete: a running product serves those that are there, and another set-up may build at the same moment.
 */
export async function buildWeb() {
  const sources = ['web', 'services/contracts', 'pnpm-lock.yaml'].map((path) => join(root, path));
  const wanted = fingerprint(sources);
  if (isDone('web', wanted) && existsSync(join(dist, 'index.html'))) return;
  console.log('Building the web pages …');
  markBegun('web');
  const fresh = join(web, '.cache', `dist-${process.pid}`);
  try {
    // Vite obeys a NODE_ENV that is set, and would build pages that are large and slow for everyone.
    const env = { ...process.env, NODE_ENV: 'production' };
    const args = ['--run', 'build', '--', '--outDir', fresh, '--emptyOutDir'];
    const { code, output } = await runProgram(projectNode, args, { cwd: web, env });
    if (code !== 0) throw explain('Building the web pages', output);
    putInPlace(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  markDone('web', wanted);
}

function putInPlace(fresh, tries = 10) {
  try {
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } catch (error) {
    // Another set-up is putting its own there.
    if (tries === 1 || (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST')) throw error;
    putInPlace(fresh, tries - 1);
  }
}
