import { keptPictures } from '../src/lib/seen/kept-pictures.ts';

/** Max number of cached pictures: enough for a base with its groups, in the sizes of list and profile. */
const most = 600;

const sizes = /\/\d+$/;

/** Pictures of people and groups, which are in every list. Pictures sent in chats are not cached here. */
export const isPicture = ({ pathname }: URL) => /^\/api\/media\/(avatars|group-pictures)\/[^/]+\/\d+$/.test(pathname);

/**
 * A picture from the server; without a network, from the cache. The server is asked first, because somebody may have
 * been removed from the group since.
 */
export async function pictureFor(request: Request): Promise<Response> {
  // Opened before the request: an answer that comes after a logout then goes into a cache that is already deleted.
  const cache = await caches.open(keptPictures).catch(() => undefined);
  try {
    const answer = await fetch(request);
    if (cache !== undefined) await keep(cache, request, answer.clone()).catch(() => undefined);
    return answer;
  } catch (error) {
    const kept = cache && (await keptLike(cache, request.url));
    if (kept === undefined) throw error;
    return kept;
  }
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  if (answer.status >= 400 && answer.status < 500) return void (await cache.delete(request, { ignoreVary: true }));
  if (answer.status !== 200) return;
  const before = await cache.match(request, { ignoreVary: true });
  const etag = answer.headers.get('etag');
  if (before !== undefined && etag !== null && before.headers.get('etag') === etag) return;
  await cache.put(request, answer);
  const kept = await cache.keys();
  for (const oldest of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(oldest);
}

/** The cached picture, in this size or another. */
async function keptLike(cache: Cache, url: string): Promise<Response | undefined> {
  const exact = await cache.match(url, { ignoreVary: true });
  if (exact !== undefined) return exact;
  const picture = url.replace(sizes, '');
  const like = (await cache.keys()).filter((kept) => kept.url.replace(sizes, '') === picture);
  const last = like.at(-1);
  return last === undefined ? undefined : cache.match(last, { ignoreVary: true });
}
