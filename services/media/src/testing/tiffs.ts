/** Directories of a TIFF, by their tags: numbers, texts, data, and directories that they point to. */
export interface Tags {
  readonly [tag: number]: number | string | Buffer | Tags;
}

export interface TiffOptions {
  readonly isLittle?: boolean;
  /** BigTIFF: places take 64 bits. */
  readonly isBig?: boolean;
}

/** The pixels of each page: four rows of four, grey. */
const pixels = Buffer.from([0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 250, 252, 254]);

/** A TIFF of such pages, with these tags beside those of the picture. */
export function tiffOf(pages: readonly Tags[], { isLittle = true, isBig = false }: TiffOptions = {}): Buffer {
  const forPlace = isBig ? 8 : 4;
  const numberOf = (value: number, width: number) => {
    const bytes = Buffer.alloc(width);
    if (isLittle) bytes.writeUIntLE(value, 0, Math.min(width, 6));
    else bytes.writeUIntBE(value, width - Math.min(width, 6), Math.min(width, 6));
    return bytes;
  };
  const head = [Buffer.from(isLittle ? 'II' : 'MM'), numberOf(isBig ? 43 : 42, 2)];
  if (isBig) head.push(numberOf(8, 2), numberOf(0, 2));
  let bytes = Buffer.concat([...head, Buffer.alloc(forPlace), pixels]);
  const start = bytes.length - pixels.length;
  const append = (more: Buffer) => {
    const at = bytes.length;
    bytes = Buffer.concat([bytes, more, Buffer.alloc(more.length % 2)]);
    return at;
  };

  function entry(tag: number, value: Tags[number]): Buffer {
    const [type, width, data] = encoded(value);
    const inline = data.length <= forPlace ? data : numberOf(append(data), forPlace);
    const rest = Buffer.alloc(forPlace - inline.length);
    return Buffer.concat([numberOf(tag, 2), numberOf(type, 2), numberOf(data.length / width, forPlace), inline, rest]);
  }
  function encoded(value: Tags[number]): [type: number, width: number, data: Buffer] {
    if (typeof value === 'number') return [4, 4, numberOf(value, 4)];
    if (typeof value === 'string') return [2, 1, Buffer.from(`${value}\0`)];
    if (Buffer.isBuffer(value)) return [7, 1, value];
    return [isBig ? 16 : 4, forPlace, numberOf(directory(value, 0), forPlace)];
  }
  function directory(tags: Tags, next: number): number {
    const entries = Object.entries(tags).map(([tag, value]) => entry(Number(tag), value));
    return append(Buffer.concat([numberOf(entries.length, isBig ? 8 : 2), ...entries, numberOf(next, forPlace)]));
  }

  const picture = { 256: 4, 257: 4, 258: 8, 259: 1, 262: 1, 273: start, 277: 1, 278: 4, 279: 16 };
  let next = 0;
  for (const page of pages.toReversed()) next = directory({ ...picture, ...page }, next);
  numberOf(next, forPlace).copy(bytes, forPlace);
  return bytes;
}
