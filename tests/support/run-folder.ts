import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunFolder {
  readonly path: string;
  /** Ends whatever processes of this run there still are and removes the folder. Resolves when that is done. */
  clear(): Promise<void>;
}

/**
 * A folder for all that a run of tests puts down: from here on, `tmpdir()` lies in it for this process and all that it
 * starts. A keeper beside the run clears it away when the run is over, also when the run was killed and could not.
 */
export async function openRunFolder(): Promise<RunFolder> {
  const path = await mkdtemp(join(tmpdir(), 'koinonia-run-'));
  // PostgreSQL runs as another user where we are root, and has to pass through.
  await chmod(path, 0o755);
  // Started before TMPDIR is set: what names the folder is cleared away, and that is not the keeper.
  const keeper = spawn(process.execPath, [new URL('run-keeper.ts', import.meta.url).pathname, path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  process.env['TMPDIR'] = path;
  // For the product alone, which starts hundreds of times: what Node has compiled once is there for the next process.
  process.env['COMPILED_BEFORE'] = join(path, 'compiled');
  return {
    path,
    async clear() {
      keeper.stdin.end();
      await gone;
    },
  };
}
