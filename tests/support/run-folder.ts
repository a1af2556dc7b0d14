import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { placeOfRuns } from './run-place.ts';

export interface RunFolder {
  readonly path: string;
  /** Ends all remaining processes of this run and deletes the folder. Resolves when that is done. */
  clear(): Promise<void>;
}

/**
 * A folder for all files of a test run: from here on, `tmpdir()` is in it, for this process and all that it starts. A keeper
 * process deletes it when the run is over, even if the run was killed and could not.
 */
export async function openRunFolder(): Promise<RunFolder> {
  const path = await mkdtemp(join(await placeOfRuns(), 'koinonia-run-'));
  // PostgreSQL runs as another user if we are root, and must be able to pass through.
  await chmod(path, 0o755);
  // Started before TMPDIR is set: processes that name the folder are killed, and the keeper must not be.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'run-keeper.ts'), path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  process.env['TMPDIR'] = path;
  // Only for the product, which starts hundreds of times: compiled code is cached for the next process.
  process.env['COMPILED_BEFORE'] = join(path, 'compiled');
  return {
    path,
    async clear() {
      keeper.stdin.end();
      await gone;
    },
  };
}
