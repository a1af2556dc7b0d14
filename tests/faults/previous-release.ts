import { execFile } from 'node:child_process';
import { glob, mkdtemp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const checkout = join(import.meta.dirname, '../..');
/** The server side. A service may have come or gone since the last release. */
const folders = ['gateway', 'services'];
const ownScope = '@koinonia';

export interface PreviousRelease {
  /** The folder with its code, ready to run. */
  readonly root: string;
  remove(): Promise<void>;
}

/** The commit of the last release, which is noted at each release (infra/decisions/061). */
export async function previousCommit(): Promise<string> {
  const text = await readFile(new URL('previous-release.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { commit: string }).commit;
}

/** Whether the history of this checkout contains a commit: not in a shallow clone, or without git. */
export async function isInHistory(commit: string): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: checkout }).then(
    () => true,
    () => false,
  );
}

/**
 * Checks out the server side of an earlier commit into its own folder. Its packages find one another there, and their
 * libraries in this checkout; those that only it needs are dependencies of `tests`. Rejects when one is not installed.
 */
export async function layOut(commit: string): Promise<PreviousRelease> {
  const root = await mkdtemp(join(tmpdir(), 'koinonia-previous-'));
  const archive = join(root, 'code.tar');
  await run('git', ['archive', `--output=${archive}`, commit, ...folders, 'package.json'], { cwd: checkout });
  await run('tar', ['-xf', archive, '-C', root]);
  const services = (await readdir(join(root, 'services'))).map((name) => `services/${name}`);
  await Promise.all(['gateway', ...services].map((one) => linkLibraries(root, one)));
  const remove = () => rm(root, { recursive: true, force: true });
  return { root, remove };
}

async function linkLibraries(root: string, packagePath: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, packagePath, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const target = name.startsWith(`${ownScope}/`)
      ? join(root, 'services', name.slice(ownScope.length + 1))
      : [packagePath, 'tests'].map((one) => join(checkout, one, 'node_modules', name)).find(existsSync);
    if (!target) throw new Error(`${packagePath} of the last release needs ${name}, which is not here`);
    const link = join(root, packagePath, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link);
  }
}

/** Migrations by path in the checkout, with their text; at a commit, or as they are now. */
export async function migrationsAt(commit?: string): Promise<Map<string, string>> {
  const paths = (commit ? await pathsAt(commit) : await pathsNow()).filter((path) => migration.test(path));
  const read = async (path: string) =>
    commit
      ? (await run('git', ['show', `${commit}:${path}`], { cwd: checkout })).stdout
      : readFile(join(checkout, path), 'utf8');
  return new Map(await Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await read(path)])));
}

const migration = /\/src\/database\/migrations\/\d{4}-[^/]+\.ts$/;

async function pathsAt(commit: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-tree', '-r', '--name-only', commit, ...folders], { cwd: checkout });
  return stdout.split('\n');
}

async function pathsNow(): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of glob('services/*/src/database/migrations/*.ts', { cwd: checkout })) paths.push(path);
  return paths;
}
