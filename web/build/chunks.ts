import type { Rolldown } from 'vite';

/**
 * What is opened together is fetched together, in one file: a browser has six connections, and on a slow network each
 * round of small files costs as long as a page may take. Each is all that its files need and those before do not have.
 */
const opened: readonly { name: string; files: readonly string[] }[] = [
  // The login, too, takes away what whoever was here before has left on the device.
  { name: 'early', files: ['early.ts', 'lib/outbox/outbox-database.ts'] },
  { name: 'start', files: ['main.tsx'] },
  {
    name: 'frame',
    files: [
      'app/routes.tsx',
      'app/members.tsx',
      'app/home.tsx',
      // Small, and wanted on most pages.
      'components/ui/search-box.tsx',
      'components/ui/skeleton.tsx',
      'lib/use-file-address.ts',
    ],
  },
  { name: 'chat', files: ['features/chat/components/chat-page.tsx'] },
];

const source = `${import.meta.dirname.replace(/build$/, 'src')}/`;
const runtime = 'rolldown/runtime.js';

/** For the bundler: the first of them that needs a module has it; the rest is left to the bundler. */
export const chunks = opened.map(({ name, files }, place) => ({
  debugName: name,
  priority: opened.length - place,
  includeDependenciesRecursively: false,
  name: (id: string, modules: Rolldown.ChunkingContext) =>
    (place === 0 && id.endsWith(runtime)) || files.some((file) => isNeeded(id, `${source}${file}`, modules))
      ? name
      : null,
}));

const needed = new Map<string, Set<string>>();

function isNeeded(id: string, root: string, modules: Rolldown.ChunkingContext): boolean {
  let all = needed.get(root);
  if (all === undefined) needed.set(root, (all = withImports(root, modules)));
  return all.has(id);
}

function withImports(root: string, modules: Rolldown.ChunkingContext): Set<string> {
  const all = new Set([root]);
  for (const id of all) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
}
