/** The number of people or invitations on one page of the console. */
export const pageSize = 50;

export interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** The entries of `total` on this page: first and last, counted from 1. Pages are counted from 0. */
export function pageRangeOf(page: number, total: number): PageRange {
  const before = page * pageSize;
  return {
    first: Math.min(before + 1, total),
    last: Math.min(before + pageSize, total),
    hasPrevious: page > 0,
    hasNext: before + pageSize < total,
  };
}

/** The range to request from the server. */
export const pieceOf = (page: number) => ({ offset: page * pageSize, limit: pageSize });

/** The wanted page, or the last one if it no longer exists: its entries may be removed while somebody looks at it. */
export const pageThere = (wanted: number, total: number) =>
  Math.min(wanted, Math.max(0, Math.ceil(total / pageSize) - 1));
