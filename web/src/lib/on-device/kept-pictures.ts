import { withLock } from '../with-lock.ts';

/** The cache in which the service worker keeps pictures of people and groups that were on the screen. */
export const keptPictures = 'pictures';

/** The steps of one work on the cache belong together: one between them could bring a deleted cache back. */
const inTurn = <T>(work: () => Promise<T>) => withLock('koinonia:pictures', work);

/**
 * Creates the cache, unless `mayKeep` throws. Only a page that knows somebody is signed in may do so: a request of a page
 * that has not yet heard of a logout would bring the cache back after it.
 */
export async function keepPictures(mayKeep: () => void): Promise<void> {
  if (!('caches' in globalThis)) return;
  await inTurn(async () => {
    mayKeep();
    await caches.open(keptPictures);
  });
}

/** The cache; undefined while there is none, as opening it would create it. */
export const openKeptPictures = (): Promise<Cache | undefined> =>
  inTurn(async () => ((await caches.has(keptPictures)) ? caches.open(keptPictures) : undefined));

/** Deletes them; does nothing in a browser without caches, or with broken ones. */
export async function forgetPictures(): Promise<void> {
  await inTurn(async () => globalThis.caches?.delete(keptPictures)).catch(() => undefined);
}

/** The address of a picture without its size. */
export const withoutSize = (address: string) => address.replace(/\/\d+$/, '');

/** Deletes all except those at these addresses, in every size. */
export async function forgetPicturesBut(addresses: ReadonlySet<string>): Promise<void> {
  const cache = 'caches' in globalThis ? await openKeptPictures() : undefined;
  if (cache === undefined) return;
  const wanted = new Set([...addresses].map(withoutSize));
  for (const picture of await cache.keys()) {
    if (!wanted.has(withoutSize(new URL(picture.url).pathname))) await cache.delete(picture, { ignoreVary: true });
  }
}
