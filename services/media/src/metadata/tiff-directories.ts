import type { OpenedFile } from './opened-file.ts';

/** The bytes of one value, by its type. */
const widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
/** Bytes that are read of all directories of a file. A page takes some 200. */
const longestDirectories = 2 * 1024 * 1024;

/** A line of a directory: what it tells, and its values. */
export interface Entry {
  readonly tag: number;
  readonly bytes: Buffer;
  /** Bytes of one value, and of all. They lie at `place`; short ones in the entry itself. */
  readonly width: number;
  readonly length: number;
  readonly place: number | null;
}

/** A list of tags, such as those of a page, and the place of the next one. */
export interface Directory {
  readonly entries: readonly Entry[];
  readonly next: number;
}

export interface Directories {
  readonly first: number;
  read(at: number): Promise<Directory>;
  /** The numbers of an entry, for one that points to further directories. */
  numbersOf(entry: Entry): Promise<number[]>;
  /** Overwrites a directory with these of its entries, or with zeros. */
  rewrite(at: number, before: Directory, kept: readonly Entry[] | null): Promise<void>;
}

/** The directories of a TIFF or BigTIFF. They throw `RangeError`. */
export async function directoriesOf(file: OpenedFile): Promise<Directories> {
  const head = await file.read(0, 16);
  const { number, setNumber, forCount, forPlace, forEntry } = writingOf(head);
  let left = longestDirectories;

  async function take(at: number, length: number): Promise<Buffer> {
    left -= length;
    if (left < 0) throw new RangeError('the directories are too long');
    return file.read(at, length);
  }

  function entryIn(bytes: Buffer): Entry {
    const width = widths[number(bytes, 2, 2)] ?? 0;
    const length = width * number(bytes, 4, forPlace);
    const place = length > forPlace ? number(bytes, 4 + forPlace, forPlace) : null;
    return { tag: number(bytes, 0, 2), bytes, width, length, place };
  }

  return {
    first: number(head, forPlace, forPlace),
    async read(at) {
      const count = number(await take(at, forCount), 0, forCount);
      const list = await take(at + forCount, count * forEntry + forPlace);
      const ends = Array.from({ length: count }, (_, index) => (index + 1) * forEntry);
      const entries = ends.map((end) => entryIn(list.subarray(end - forEntry, end)));
      const isLast = list.length < count * forEntry + forPlace;
      return { entries, next: isLast ? 0 : number(list, count * forEntry, forPlace) };
    },
    async numbersOf({ bytes, width, length, place }) {
      if (width !== 4 && width !== 8) return [];
      const values = place === null ? bytes.subarray(4 + forPlace, 4 + forPlace + length) : await take(place, length);
      const count = Math.floor(values.length / width);
      return Array.from({ length: count }, (_, index) => number(values, index * width, width));
    },
    async rewrite(at, { entries, next }, kept) {
      const bytes = Buffer.alloc(forCount + entries.length * forEntry + forPlace);
      if (kept) {
        Buffer.concat(kept.map((entry) => entry.bytes)).copy(bytes, forCount);
        setNumber(bytes, 0, forCount, kept.length);
        setNumber(bytes, forCount + kept.length * forEntry, forPlace, next);
      }
      await file.write(at, bytes);
    },
  };
}

/** How a TIFF writes numbers: in either order of bytes, and longer in a BigTIFF, which is version 43. */
function writingOf(head: Buffer) {
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const number = (bytes: Buffer, at: number, width: number): number => {
    if (width === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    return isLittle ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width);
  };
  const setNumber = (bytes: Buffer, at: number, width: number, value: number) => {
    // Node writes six bytes at most; the others stay zero.
    const used = Math.min(width, 6);
    if (isLittle) bytes.writeUIntLE(value, at, used);
    else bytes.writeUIntBE(value, at + width - used, used);
  };
  const [forCount, forPlace] = number(head, 2, 2) === 43 ? [8, 8] : [2, 4];
  return { number, setNumber, forCount, forPlace, forEntry: 4 + 2 * forPlace };
}
