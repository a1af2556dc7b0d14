/** A random number from 0 to 15. */
const random = () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & 15;

/** A random UUID (version 4). By hand, because a page that came by plain http has no `crypto.randomUUID`. */
export const randomId = (): string =>
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (sign) =>
    (sign === 'x' ? random() : (random() & 3) | 8).toString(16),
  );
