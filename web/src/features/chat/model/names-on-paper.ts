import { inOrder } from '../../../lib/names-in-order.ts';

/** Max names: with more people, a sheet would begin with nothing but names. */
const most = 40;

/** The names at the top of a printed chat, in alphabetical order, and how many are left out: never just one. */
export function namesOnPaper(all: readonly string[]): { names: readonly string[]; more: number } {
  const known = all.filter((name) => name !== '').sort(inOrder);
  if (known.length <= most + 1) return { names: known, more: 0 };
  return { names: known.slice(0, most), more: known.length - most };
}
