/** A box of an ISO media file (ISO/IEC 14496-12): its type, and where its content lies. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Bytes that the head of a box takes at most. */
export const headLength = 16;

/** The box with this head at a position; null for one that reaches beyond `end`, and for what is not a box. */
export function boxAt(head: Buffer, position: number, end: number): Box | null {
  const told = head.length < 8 ? 2 : head.readUInt32BE(0);
  const isLong = told === 1 && head.length >= headLength;
  const start = position + (isLong ? 16 : 8);
  const length = isLong ? Number(head.readBigUInt64BE(8)) : told;
  const boxEnd = told === 0 ? end : position + length;
  return boxEnd < start || boxEnd > end ? null : { type: head.toString('latin1', 4, 8), start, end: boxEnd };
}

/** The boxes in a part of a buffer. Throws `RangeError` where something else follows. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    const box = boxAt(bytes.subarray(at, to), at, to);
    if (!box) throw new RangeError('a box reaches beyond what holds it');
    yield box;
    at = box.end;
  }
}

/** The items of a HEIF image, such as its Exif data, by id and type (ISO/IEC 14496-12, section 8.11.6). */
export function itemsIn(meta: Buffer, iinf: Box): { id: number; type: string }[] {
  const items: { id: number; type: string }[] = [];
  const first = iinf.start + (meta.readUInt8(iinf.start) === 0 ? 6 : 8);
  for (const entry of boxesIn(meta, first, iinf.end)) {
    const version = meta.readUInt8(entry.start);
    if (entry.type !== 'infe' || version < 2) continue;
    const at = entry.start + 4;
    const [id, afterId] = version === 2 ? [meta.readUInt16BE(at), at + 2] : [meta.readUInt32BE(at), at + 4];
    items.push({ id, type: meta.toString('latin1', afterId + 2, afterId + 6) });
  }
  return items;
}

/** A piece of an item's data: in the file, or in the `idat` box beside the item's description. */
export interface Extent {
  readonly id: number;
  readonly within: 'file' | 'idat';
  readonly offset: number;
  readonly length: number;
}

/** Where the items lie (section 8.11.3). Throws `RangeError` for what ends early, or is put together from other items. */
export function* extentsIn(meta: Buffer, iloc: Box): Generator<Extent> {
  let at = iloc.start;
  const next = (bytes: number): number => {
    at += bytes;
    if (at > iloc.end) throw new RangeError('a list of places ends early');
    if (bytes === 8) return Number(meta.readBigUInt64BE(at - 8));
    return bytes === 0 ? 0 : meta.readUIntBE(at - bytes, bytes);
  };
  const version = next(1);
  next(3);
  const sizes = next(1);
  const moreSizes = next(1);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexSize = version > 0 ? moreSizes & 15 : 0;
  if (![offsetSize, lengthSize, baseSize, indexSize].every((size) => [0, 4, 8].includes(size))) throw new RangeError();
  for (let items = next(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    if (method > 1) throw new RangeError('an item is put together from others');
    next(2);
    const base = next(baseSize);
    const extents = next(2);
    // A small file could name millions, and it would take minutes to walk over them.
    if (extents > 1 && indexSize + offsetSize + lengthSize === 0) throw new RangeError('places take no room');
    for (let left = extents; left > 0; left -= 1) {
      next(indexSize);
      const offset = base + next(offsetSize);
      yield { id, within: method === 0 ? 'file' : 'idat', offset, length: next(lengthSize) };
    }
  }
}
