/** A list in parts of at most so many entries: calls and statements accept no more at once. */
export function* slicesOf<Entry>(all: readonly Entry[], atMost: number): Generator<Entry[]> {
  for (let from = 0; from < all.length; from += atMost) yield all.slice(from, from + atMost);
}
