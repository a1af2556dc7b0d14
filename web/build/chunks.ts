import type { Rolldown } from 'vite';

/**
 * Files that are opened together are loaded together, as one chunk: a browser opens six connections, and on a slow
 * network each round of small files takes as long as a whole page should. A chunk holds what its files import, minus
 * earlier chunks.
 */
const opened: readonly { name: string; files: readonly string[] }[] = [
  // Includes the outbox, because the login page deletes the data of the previous person too. It must not use `import()`:
  // that would need the bundler's own code, a separate file, and wait for it.
  { name: 'early', files: ['early.ts'] },
  { name: 'start', files: ['main.tsx'] },
  {
    name: 'frame',
    files: [
      'app/routes.tsx',
      'app/members.tsx',
      'app/home.tsx',
      // Small, and used on most pages.
      'components/ui/picture-button.tsx',
      'components/ui/search-box.tsx',
      'components/ui/skeleton.tsx',
      'lib/date-fields.ts',
      'lib/use-file-address.ts',
      'lib/use-settled.ts',
    ],
  },
  { name: 'chat', files: ['features/chat/components/chat-page.tsx'] },
  {
    name: 'dialogs',
    files: [
      'components/layout/phone-menu.tsx',
      'components/ui/dialog.tsx',
      'components/ui/confirm-dialog.tsx',
      'app/log-out-dialog.tsx',
    ],
  },
  { name: 'menus', files: ['components/ui/menu.tsx', 'components/ui/menu-at.tsx'] },
  {
    name: 'beside-chat',
    files: ['features/chat/components/info/chat-info.tsx', 'features/chat/components/new-chat/new-chat-dialog.tsx'],
  },
];

const source = `${import.meta.dirname.replace(/build$/, 'src')}/`;

/** For the bundler: a module goes into the first chunk that needs it; the bundler places the rest. */
export const chunks = opened.map(({ name, files }, place) => ({
  debugName: name,
  priority: opened.length - place,
  includeDependenciesRecursively: false,
  name: (id: string, modules: Rolldown.ChunkingContext) =>
    files.some((file) => isNeeded(id, `${source}${file}`, modules)) ? name : null,
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
