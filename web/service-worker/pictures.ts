import { keptPictures } from '../src/lib/seen/kept-pictures.ts';

/** So many are kept: those of a base with its groups, in the sizes of list and profile. */
const most = 600;

const sizes = /\/\d+$/;

/** Pictures of people and of groups, which stand in every list; what is sent in chats is kept elsewhere, or not. */
export const isPicture = ({ pathname }: URL) => /^\/api\/media\/(avatars|group-pictures)\/[^/]+\/\d+$/.test(pathname);

/**
 * A picture as the server gives it; as it was seen last where there is no network. The server is asked first, because
 * somebody may have been taken out of the group since.
 */
export async function pictureFor(request: Request): Promise<Response> {
  // Opened before the question: what is answered after a logout goes into a cache that is gone.
  const cache = await caches.open(keptPictures);
  try {
    const answer = await fetch(request);
    await keep(cache, request, answer.clone()).catch(() => undefined);
    return answer;
  } catch (error) {
    const kept = await keptLike(cache, request.url);
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

/** This picture, in this size or in another one. */
async function keptLike(cache: Cache, url: string): Promise<Response | undefined> {
  const exact = await cache.match(url, { ignoreVary: true });
  if (exact !== undefined) return exact;
  const picture = url.replace(sizes, '');
  const like = (await cache.keys()).filter((kept) => kept.url.replace(sizes, '') === picture);
  const last = like.at(-1);
  return last === undefined ? undefined : cache.match(last, { ignoreVary: true });
}
