/** The cache in which the service worker keeps pictures of people and groups that were on the screen. */
export const keptPictures = 'pictures';

/** Deletes them; does nothing in a browser that keeps no caches, or whose caches are broken. */
export async function forgetPictures(): Promise<void> {
  await globalThis.caches?.delete(keptPictures).catch(() => undefined);
}
