/** Where the service worker keeps the pictures of people and groups that were on the screen. */
export const keptPictures = 'pictures';

/** Takes them away; where the browser keeps nothing there is nothing to take. */
export async function forgetPictures(): Promise<void> {
  await globalThis.caches?.delete(keptPictures);
}
