/** The cache in which the service worker keeps pictures of people and groups that were on the screen. */
export const keptPictures = 'pictures';

/** Deletes them; does nothing in a browser without caches, or with broken ones. */
export async function forgetPictures(): Promise<void> {
  await globalThis.caches?.delete(keptPictures).catch(() => undefined);
}

/** The address of a picture without its size. */
export const withoutSize = (address: string) => address.replace(/\/\d+$/, '');

/** Deletes all except those at these addresses, in every size. */
export async function forgetPicturesBut(addresses: ReadonlySet<string>): Promise<void> {
  if (!(await globalThis.caches?.has(keptPictures))) return;
  const wanted = new Set([...addresses].map(withoutSize));
  const cache = await caches.open(keptPictures);
  for (const picture of await cache.keys()) {
    if (!wanted.has(withoutSize(new URL(picture.url).pathname))) await cache.delete(picture, { ignoreVary: true });
  }
}
