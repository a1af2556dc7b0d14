/** How many people stand on one page of the console. */
export const pageSize = 50;

export interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** Which people of `total` stand on this page; both counted from 1. Pages are counted from 0. */
export function rangeOf(page: number, total: number): PageRange {
  const before = page * pageSize;
  return {
    first: Math.min(before + 1, total),
    last: Math.min(before + pageSize, total),
    hasPrevious: page > 0,
    hasNext: before + pageSize < total,
  };
}

/** The last page that has somebody on it. */
export const lastPage = (total: number) => Math.max(0, Math.ceil(total / pageSize) - 1);
