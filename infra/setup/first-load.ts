import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from './paths.mjs';
import { runMain } from './plain-words.mjs';

const web = join(root, 'web');

/** A JavaScript file of the build: the fields of Vite's own type that are used here. */
interface Chunk {
  readonly type: string;
  readonly fileName: string;
  readonly code: string;
  /** Names of files. */
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
}

/**
 * The JavaScript that a browser must fetch before a screen is usable, in bytes after gzip: the files of these modules and all
 * their static imports. Dynamic imports do not count.
 */
const screens = [
  { name: 'Login', modules: ['src/main.tsx'], most: 90_000 },
  {
    name: 'Chat',
    modules: [
      'src/main.tsx',
      'src/app/routes.tsx',
      'src/app/members.tsx',
      'src/features/chat/components/chat-page.tsx',
      'node_modules/socket.io-client/',
    ],
    most: 180_000,
  },
];

await runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'koinonia-web-'));
  try {
    const files = await buildPages(folder);
    for (const { name, modules, most } of screens) {
      const needed = withImports(files, modules);
      const size = [...scriptsOfPage(folder), ...[...needed].map(({ code }) => code)]
        .map(gzipped)
        .reduce((a, b) => a + b);
      console.log(
        `${name}: ${inKilobytes(size)} kB of JavaScript after gzip; at most ${inKilobytes(most)} is allowed.`,
      );
      if (size > most) {
        for (const file of needed) console.log(`  ${inKilobytes(gzipped(file.code))} kB ${file.fileName}`);
        process.exitCode = 1;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function buildPages(folder: string): Promise<Chunk[]> {
  const vite = pathToFileURL(createRequire(join(web, 'package.json')).resolve('vite')).href;
  const { build } = (await import(vite)) as { build(options: object): Promise<{ output: Chunk[] }> };
  const { output } = await build({ root: web, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  return output.filter(({ type }) => type === 'chunk');
}

function withImports(files: readonly Chunk[], modules: readonly string[]): Set<Chunk> {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const needed = new Set(modules.map((module) => fileOf(files, module)));
  for (const file of needed) for (const name of file.imports) needed.add(byName.get(name)!);
  return needed;
}

function fileOf(files: readonly Chunk[], module: string): Chunk {
  const found = files.find(({ moduleIds }) => moduleIds.some((id) => id.includes(`/${module}`)));
  if (found === undefined) throw new Error(`No file of the build has ${module} in it.`);
  return found;
}

/** The scripts of `index.html` that no module imports. */
function scriptsOfPage(folder: string): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const addresses = [...page.matchAll(/<script(?![^>]*type="module")[^>]*src="\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  return addresses.map((path) => readFileSync(join(folder, path), 'utf8'));
}

function gzipped(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
