import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInBuildContext } from './build-context.ts';

const root = resolve(import.meta.dirname, '../..');
const dockerignore = readFileSync(join(root, '.dockerignore'), 'utf8');
let repository: string;

/** Only our own rules count in it, not those of the person who runs this. */
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'koinonia-ignored-'));
  execFileSync('git', ['init', '--quiet', repository]);
  cpSync(join(root, '.gitignore'), join(repository, '.gitignore'));
});
afterAll(() => rmSync(repository, { recursive: true }));

/** Those of these files that git ignores. */
function ignoredByGit(files: readonly string[]): string[] {
  const git = ['-c', 'core.excludesFile=/dev/null', 'check-ignore', '--stdin', '--no-index'];
  return spawnSync('git', git, { cwd: repository, input: files.join('\n'), encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);
}

/** In the folder of the checkout, or in one below it where somebody happened to be. */
const made = {
  backups: ['koinonia-2026-11-24T093000.tar.gz', 'koinonia-2026-11-24T093000.tar.gz.age', 'base.age', 'infra/base.age'],
  'a backup that was killed': ['base.age.0b7c.unfinished'],
  'copies of the database': ['koinonia.sql', 'before-the-update.dump', 'services/koinonia.sql.gz'],
  configuration: [
    '.env',
    '.env.production',
    '.env.bak',
    'koinonia.env',
    'web/.env.local',
    'docker-compose.override.yml',
  ],
  'keys and certificates': ['fullchain.pem', 'tls.key', 'tls.crt', 'base.p12', 'base.pfx', 'gateway/tls.key'],
  'a token': ['metrics-token'],
  'what the console exports': ['users-2026-11-24.csv', 'audit-log-2026-11-24.csv', 'my-data.zip', 'web/users.csv'],
  data: ['.data/postgres.password', '.data/files/avatars/1', '.data-old/session.secret', 'data/postgres.password'],
  'what programs leave': ['gateway/node_modules/pg/a.js', 'web/dist/index.html', 'npm-debug.log', '.DS_Store'],
};

describe('what is made in the folder gets neither into git nor into an image', () => {
  test.each(Object.entries(made))('%s', (_, files) => {
    expect(ignoredByGit(files), 'ignored by git').toEqual(files);
    expect(files.filter((file) => isInBuildContext(file, dockerignore))).toEqual([]);
  });
  test('what is not a part of the product gets into no image', () => {
    const others = [
      'notes.txt',
      'backups/monday',
      'certificates/ours',
      '.git/config',
      'infra/solo/start.ts',
      'tests/a.ts',
    ];
    expect(others.filter((file) => isInBuildContext(file, dockerignore))).toEqual([]);
  });
});

describe('what we make gets into both', () => {
  const sources = globSync('{gateway,services,web,infra/backup,infra/sessions}/**/*.*', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  });
  test('every file of the product', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(ignoredByGit(sources)).toEqual([]);
    expect(sources.filter((file) => !isInBuildContext(file, dockerignore))).toEqual([]);
  });
  test('everything that the image copies', () => {
    const dockerfile = readFileSync(join(root, 'infra/docker/Dockerfile'), 'utf8');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
    expect(copied).toContain('infra/docker/health.mjs');
    expect(copied.filter((path) => path !== '.' && !isInBuildContext(path, dockerignore))).toEqual([]);
  });
  test('an example of the configuration', () => {
    expect(ignoredByGit(['.env.example', 'infra/docker/Dockerfile', '.ci/run'])).toEqual([]);
  });
});

test('the lines of a .dockerignore are read as Docker reads them', () => {
  const read = (path: string) => isInBuildContext(path, '# few\n*\n!web\n!infra/docker/a.ts\n**/*.key\n**/dist\n');
  expect(
    ['a', '.git/a', 'infra/a', 'infra/docker/b.ts', 'web/tls.key', 'web/a/dist/b', 'tls.key'].filter(read),
  ).toEqual([]);
  expect(['web', 'web/.a/b', 'web/distance', 'infra/docker/a.ts', 'web/key'].filter((path) => !read(path))).toEqual([]);
});
