/** What `statfs` says of a disk, in blocks of `bsize` bytes. */
export interface DiskState {
  readonly blocks: number;
  readonly bfree: number;
  /** Less than `bfree`, by what is kept for root or beyond a quota. */
  readonly bavail: number;
  readonly bsize: number;
}

/** Bytes until a disk is so many percent full, counted as `df` does: of what we may use, and not of the whole disk. */
export function roomUntil(percent: number, { blocks, bfree, bavail, bsize }: DiskState): number {
  const used = blocks - bfree;
  return (((used + bavail) * percent) / 100 - used) * bsize;
}
