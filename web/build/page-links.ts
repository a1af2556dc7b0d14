import type { Plugin, Rolldown } from 'vite';
import type { MemberAddress } from '../src/app/pages.ts';

/**
 * The files that each page of a signed-in person loads first, by the first part of its address. Where a page has many
 * small files, only the frame is named: some proxies have little room for response headers.
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
const onEach = ['app/routes.tsx', 'app/members.tsx'] as const;
const asksFirst = 'early.ts';
const start = 'main.tsx';
const beforePaint = '/before-paint.js';

/**
 * Writes the `Link` header of each page: all files that it loads first. The gateway sends it, so the browser requests them at
 * once, not only after the first script has arrived. It has six connections, so files that must not wait come first; the frame
 * comes last, because `start` can run before it arrives.
 */
export function pageLinks(): Plugin {
  return {
    name: 'page-links',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (chunkWith(bundle, asksFirst).imports.length > 0)
          throw new Error('The file that asks for the data would wait for another one, as with an import() in it.');
        const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'));
        const linksOf = (modules: readonly string[]) => {
          const frame = chunkWith(bundle, onEach[0]);
          const all = withImports(bundle, [asksFirst, start, ...modules, ...onEach]);
          const chunks = [...all.filter((chunk) => chunk !== frame), frame];
          const [early, ...others] = chunks.map(({ fileName }) => `</${fileName}>; rel=modulepreload`);
          return [
            `<${beforePaint}>; rel=preload; as=script`,
            early,
            ...styles.map((name) => `</${name}>; rel=preload; as=style; crossorigin`),
            ...others,
          ].join(', ');
        };
        const links = Object.entries(pages).map(([page, modules]) => [page, linksOf(modules)]);
        const source = JSON.stringify(Object.fromEntries(links), null, 2);
        this.emitFile({ type: 'asset', fileName: '.page-links.json', source });
      },
    },
    // It must not wait for the styles, nor for the script that the paint waits for.
    transformIndexHtml: { order: 'post', handler: asksAtOnce },
  };
}

function asksAtOnce(html: string): string {
  const [asking] = html.match(/\s*<script[^>]* src="\/assets\/early-[^>]*><\/script>/) ?? [];
  const waiting = `<script src="${beforePaint}">`;
  if (asking === undefined || !html.includes(waiting))
    throw new Error('index.html does not name the file that asks for the data, or the one before the paint.');
  const early = asking.trim().replace('<script', '<script async');
  return html.replace(asking, '').replace(waiting, `${early}\n    ${waiting}`);
}

/** The chunk that contains a module of `src`. */
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
