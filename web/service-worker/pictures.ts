import { inTime } from '../src/lib/in-time.ts';
import { openKeptPictures, withoutSize } from '../src/lib/on-device/kept-pictures.ts';

/** Max number of cached pictures: enough for a base with its groups, in the sizes of list and profile. */
const most = 600;
/** Milliseconds: decision 047 says why. */
const patience = 5_000;

/** Pictures of people and groups, which are in every list. Pictures sent in chats are not cached here. */
export const isListPicture = ({ pathname }: URL) =>
  /^\/api\/media\/(avatars|group-pictures)\/[^/]+\/\d+$/.test(pathname);

/**
 * True for answers that say nothing about the picture: the server is busy or being updated, cannot tell for a moment who is
 * asking, or something else answers in its place. When a session has ended for good, the page deletes the whole cache.
 */
const isPassing = (answer: Response) =>
  answer.status >= 500 || [401, 408, 429].includes(answer.status) || !isTheServers(answer);

const isTheServers = ({ ok, headers }: Response) =>
  headers.get('content-type')?.startsWith(ok ? 'image/' : 'application/json') === true;

/**
 * A picture from the server, or from the cache if the server cannot give it, does not answer in time or cannot be reached. The
 * server comes first, because somebody may have been removed from the group since; a late answer still counts for the next
 * time. Nobody waits until the picture is cached: `afterwards` keeps the service worker running for that.
 */
export async function pictureFor(request: Request, afterwards: (work: Promise<void>) => void): Promise<Response> {
  // Opened before the request: an answer that comes after a logout then goes into a cache that is already deleted.
  const opening = openKeptPictures();
  const asked = fetch(request);
  // Copied before anybody else reads it.
  const copied = asked.then((answer) => (isPassing(answer) ? undefined : answer.clone()));
  const keeping = Promise.all([opening, copied]).then(([cache, copy]) => cache && copy && keep(cache, request, copy));
  afterwards(keeping.catch(() => undefined));
  const answer = await inTime(asked, patience).catch(() => undefined);
  if (answer !== undefined && !isPassing(answer)) return answer;
  const kept = await inTime(keptLike(request.url), patience).catch(() => undefined);
  return kept ?? asked;
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  if (answer.status >= 400) return void (await cache.delete(request, { ignoreVary: true }));
  if (answer.status !== 200) return;
  const before = await cache.match(request, { ignoreVary: true });
  const etag = answer.headers.get('etag');
  if (before !== undefined && etag !== null && before.headers.get('etag') === etag) return;
  await cache.put(request, answer);
  const kept = await cache.keys();
  for (const oldest of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(oldest);
}

/** The cached picture, in this size or another. */
async function keptLike(url: string): Promise<Response | undefined> {
  const cache = await openKeptPictures();
  const exact = await cache?.match(url, { ignoreVary: true });
  if (cache === undefined || exact !== undefined) return exact;
  const like = (await cache.keys()).filter((kept) => withoutSize(kept.url) === withoutSize(url));
  const last = like.at(-1);
  return last === undefined ? undefined : cache.match(last, { ignoreVary: true });
}
