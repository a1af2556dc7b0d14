/** Positions from `from` to `to`, both included, without a gap in what the person may see. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const overlap = (a: Range, b: Range) => a.from <= b.to && b.from <= a.to;

/** Adds a range; ranges that overlap become one. Sorted. */
export function withRange(ranges: readonly Range[], more: Range): Range[] {
  const apart = ranges.filter((range) => !overlap(range, more));
  const joined = ranges.filter((range) => overlap(range, more));
  const from = Math.min(more.from, ...joined.map((range) => range.from));
  const to = Math.max(more.to, ...joined.map((range) => range.to));
  return [...apart, { from, to }].sort((a, b) => a.from - b.from);
}

/** The ranges from this position on. */
export const rangesFrom = (ranges: readonly Range[], position: number): Range[] =>
  ranges.filter(({ to }) => to >= position).map(({ from, to }) => ({ from: Math.max(from, position), to }));

export const rangeAt = (ranges: readonly Range[], position: number): Range | undefined =>
  ranges.find(({ from, to }) => from <= position && position <= to);

/** The newest positions, at most `most` in all. */
export function newestOf(ranges: readonly Range[], most: number): Range[] {
  let left = most;
  const kept: Range[] = [];
  for (const { from, to } of [...ranges].reverse()) {
    if (left <= 0) break;
    const first = Math.max(from, to - left + 1);
    kept.unshift({ from: first, to });
    left -= to - first + 1;
  }
  return kept;
}
