/** With more people than this, a sheet would begin with nothing but names. */
const most = 40;

/** Who is named at the top of a printed chat, by the alphabet, and how many are not. Nobody is left out alone. */
export function namesOnPaper(all: readonly string[]): { names: readonly string[]; more: number } {
  const known = all.filter((name) => name !== '').sort((a, b) => a.localeCompare(b));
  if (known.length <= most + 1) return { names: known, more: 0 };
  return { names: known.slice(0, most), more: known.length - most };
}
