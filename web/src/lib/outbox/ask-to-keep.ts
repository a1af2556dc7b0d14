/** Firefox puts the question to the person, in words of its own; other browsers answer it themselves. */
const isFirefox = () => 'mozInnerScreenX' in globalThis;

let wasAsked = false;

/**
 * Asks the browser, once in a page's life, not to delete what it keeps for this product when the device runs out of
 * room: the only copy of a message may be among it.
 */
export function askToKeep(): void {
  // Not every browser has it, and none has it without https.
  const storage: Partial<StorageManager> | undefined = globalThis.navigator?.storage;
  if (wasAsked || storage?.persist === undefined || isFirefox()) return;
  wasAsked = true;
  storage.persist().catch(() => undefined);
}
