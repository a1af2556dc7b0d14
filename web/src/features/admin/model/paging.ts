/** How many people or invitations stand on one page of the console. */
export const pageSize = 50;

export interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** Which of `total` stand on this page; both counted from 1. Pages are counted from 0. */
export function rangeOf(page: number, total: number): PageRange {
  const before = page * pageSize;
  return {
    first: Math.min(before + 1, total),
    last: Math.min(before + pageSize, total),
    hasPrevious: page > 0,
    hasNext: before + pageSize < total,
  };
}

/** The part of a list to ask the server for. */
export const pieceOf = (page: number) => ({ offset: page * pageSize, limit: pageSize });

/** The page that is wanted, or the last one where that has gone: what stood on it may go while somebody looks at it. */
export const pageThere = (wanted: number, total: number) =>
  Math.min(wanted, Math.max(0, Math.ceil(total / pageSize) - 1));
