import type { Plugin, Rolldown } from 'vite';
import type { MemberAddress } from '../src/app/pages.ts';

/**
 * What the pages of somebody who is signed in begin with, by the first part of their address. Of those that are made of
 * many small files only the frame is named: some proxies have little room for the header of an answer.
 */
const pages: Readonly<Record<MemberAddress, readonly string[]>> = {
  home: ['app/home.tsx'],
  groups: ['features/groups/groups-page.tsx'],
  prayer: ['features/prayer/prayer-page.tsx'],
  chat: ['features/chat/components/chat-page.tsx'],
  profile: [],
  resources: ['features/resources/resources-page.tsx'],
  admin: [],
};
const onEach = ['app/routes.tsx', 'app/members.tsx'];

/**
 * Writes down, as the `Link` header of each page, which files it begins with beside those that `index.html` names. The
 * gateway sends it along: the browser asks for them at once, and not when the first script has come and says so.
 */
export function pageLinks(): Plugin {
  return {
    name: 'page-links',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const named = withImports(bundle, ['main.tsx']);
        const linksOf = (modules: readonly string[]) =>
          withImports(bundle, [...onEach, ...modules])
            .filter((chunk) => !named.includes(chunk))
            .flatMap(linksTo);
        const links = Object.entries(pages).map(([page, modules]) => [page, [...new Set(linksOf(modules))].join(', ')]);
        const source = JSON.stringify(Object.fromEntries(links), null, 2);
        this.emitFile({ type: 'asset', fileName: '.page-links.json', source });
      },
    },
  };
}

const linksTo = ({ fileName, viteMetadata }: Rolldown.OutputChunk) => [
  `</${fileName}>; rel=modulepreload`,
  ...[...(viteMetadata?.importedCss ?? [])].map((name) => `</${name}>; rel=preload; as=style; crossorigin`),
];

/** The file of the build that a module of `src` is in. */
function chunkWith(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/web/src/${module}`))) return file;
  throw new Error(`No file of the build has ${module} in it.`);
}

function withImports(bundle: Rolldown.OutputBundle, modules: readonly string[]): Rolldown.OutputChunk[] {
  const all = new Set(modules.map((module) => chunkWith(bundle, module)));
  for (const { imports } of all) {
    for (const name of imports) {
      const chunk = bundle[name];
      if (chunk?.type === 'chunk') all.add(chunk);
    }
  }
  return [...all];
}
