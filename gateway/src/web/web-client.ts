import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isForPrograms } from '@koinonia/contracts/program-addresses.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requirePlainPath } from '../proxy/plain-path.ts';
import { pageAtOwnAddress } from './own-address.ts';

const forEver = 'public, max-age=31536000, immutable';
const notBuilt = 'The web client is not built yet. `npm run setup` builds it.\n';

/** The file in which the build of the web client lists the first files of each page. */
const pageLinks = '.page-links.json';

/**
 * Serves the built web client: files with a hash in their name may be cached for ever, all others must be revalidated, and
 * `index.html` is the answer for every address that is a page.
 */
export async function webClient(app: Service, { dist, publicUrl }: { dist: string; publicUrl: string }): Promise<void> {
  const named = join(dist, 'assets') + sep;
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    index: false,
    redirect: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    suppressWarning: true,
    // Set only on existing files: a 404 must not be cached for ever.
    setHeaders: (reply, path) => void reply.header('cache-control', path.startsWith(named) ? forEver : 'no-cache'),
  });
  app.get('/*', async (request, reply) => {
    const path = request.raw.url?.split('?', 1)[0] ?? '/';
    if (path !== '/') requirePlainPath(path);
    // As the other routes read it: `/%61pi/me` is a call.
    if (isForPrograms(decodeURIComponent(path))) return reply.callNotFound();
    if (isFile(path)) return reply.sendFile(path.slice(1));
    const isOpened = request.headers['sec-fetch-mode'] === 'navigate';
    const elsewhere = isOpened ? pageAtOwnAddress(publicUrl, request.headers.host, request.raw.url ?? '/') : null;
    if (elsewhere !== null) return reply.redirect(elsewhere, 307);
    return servePage(request, reply, { dist, path });
  });
}

const isFile = (path: string) => /^\/assets\/./.test(path) || /\.[^/]+$/.test(path);

async function servePage(request: FastifyRequest, reply: FastifyReply, { dist, path }: { dist: string; path: string }) {
  const accept = request.headers.accept ?? '*/*';
  if (!/text\/html|text\/\*|\*\/\*/.test(accept)) return reply.callNotFound();
  if (!existsSync(join(dist, 'index.html'))) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
  const link = await linkOf(path, dist);
  if (link !== undefined) reply.header('link', link);
  return reply.sendFile('index.html');
}

/** The `Link` header that lets a browser request all files of a page at once, not one after the other. */
async function linkOf(path: string, dist: string): Promise<string | undefined> {
  const links = await readFile(join(dist, pageLinks), 'utf8').catch(() => '{}');
  return new Map(Object.entries(JSON.parse(links) as Record<string, string>)).get(path.split('/')[1] ?? '');
}
