/** A list in parts of at most so many entries: calls and statements accept no more at once. */
export function* slicesOf<Entry>(all: readonly Entry[], atMost: number): Generator<Entry[]> {
  for (let from = 0; from < all.length; from += atMost) yield all.slice(from, from + atMost);
}

/** Asks about one slice after another, and returns all answers together. */
export async function inSlices<Entry, Answer>(
  all: readonly Entry[],
  atMost: number,
  ask: (slice: Entry[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const slice of slicesOf(all, atMost)) answers.push(...(await ask(slice)));
  return answers;
}
