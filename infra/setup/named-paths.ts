import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { root } from './paths.mjs';

/*
 * Checks that the files and folders named in our Markdown pages exist: links, and in backticks any path that begins with one
 * of our folders or that ends with the name of a source file (`proxy/headers.ts`); `*`, `{one,other}` and `<any>` may be in
 * it. Not checked: what is built, and folders named without the folders above them (`realtime/`).
 */
const listed = (...which: string[]) =>
  execFileSync('git', ['ls-files', ...which], { cwd: root, encoding: 'utf8' }).split('\n');
const gone = new Set(listed('--deleted'));
const files = listed('-co', '--exclude-standard').filter((file) => !gone.has(file));
const paths = new Set(files.flatMap((file) => [file, ...foldersAbove(file)]));
const pages = files.filter((file) => file.endsWith('.md'));

const missing = pages.flatMap((page) => missingIn(page).map((name) => `${page} names ${name}, which is not there.`));
for (const line of missing) console.error(line);
process.exit(missing.length === 0 ? 0 : 1);

function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

/** The paths in a page that do not exist. */
function missingIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => join(dirname(page), link));
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, words = '']) => words.match(/[\w@./*{},<>-]+/g) ?? []);
  const named = quoted.filter(isOfOurs).map((name) => name.replace(/^(\.\.?\/)+/, ''));
  return [
    ...links.filter((link) => !paths.has(link.replace(/\/$/, ''))),
    ...named.filter((name) => !alternatives(name).every(isThere)),
  ];
}

/** A source file, or any path inside one of our folders that is not built. Not a web address. */
function isOfOurs(name: string): boolean {
  return (
    /^(gateway|services|infra|tests|web(?!\/dist\b))\//.test(name) ||
    /^[^/].*[\w*]\.(ts|tsx|mjs|js|css|yml|yaml|html|svg|webmanifest|md)$/.test(name)
  );
}

/** Expands `a/{b,c}.ts` into two names. */
function alternatives(name: string): string[] {
  const [whole, before = '', choices = '', after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return whole === undefined ? [name] : choices.split(',').flatMap((one) => alternatives(before + one + after));
}

function isThere(name: string): boolean {
  const end = name
    .replace(/^@koinonia\/(\w+)\//, 'services/$1/src/')
    .replace(/<\w+>/g, '*')
    .replace(/\/$/, '');
  if (!end.includes('*')) return paths.has(end) || [...paths].some((path) => path.endsWith(`/${end}`));
  return [...paths].some((path) => matchesGlob(path, end) || matchesGlob(path, `**/${end}`));
}
