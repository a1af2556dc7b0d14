import { type Box, boxAt, boxesIn, extentsIn, itemsIn } from './heif-boxes.ts';
import type { OpenedFile } from './opened-file.ts';

/** Real files have a description of a few kilobytes. */
const longestDescription = 1024 * 1024;

/** Exif data without entries: the place of its head, the head, and an empty list. All zeros would be invalid. */
const emptyExif = Buffer.from('000000004d4d002a00000008000000000000', 'hex');
/** What the data of an item is overwritten with. XMP is text. */
const blankOf: Readonly<Record<string, string>> = { Exif: '\0', mime: ' ' };

/** Whether this `meta` box describes a picture (ISO/IEC 23008-12, section 6.2): files of any brand may hold one. */
export async function describesPicture(file: OpenedFile, { start, end }: Box): Promise<boolean> {
  const meta = await file.read(start, Math.min(end - start, longestDescription));
  for (let at = 4; at < meta.length;) {
    const box = boxAt(meta.subarray(at), at, Infinity);
    if (box?.type === 'hdlr') return meta.toString('latin1', box.start + 8, box.start + 12) === 'pict';
    at = box?.end ?? Infinity;
  }
  return false;
}

/** Overwrites the Exif and XMP data of a HEIF image, wherever it lies. Throws `RangeError` when it cannot be found. */
export async function blankItems(file: OpenedFile, box: Box): Promise<void> {
  const length = box.end - box.start;
  if (length > longestDescription) throw new RangeError('the description is too long');
  const meta = await file.read(box.start, length);
  const inner = new Map([...boxesIn(meta, 4, length)].map((one) => [one.type, one]));
  const [iinf, iloc, idat] = [inner.get('iinf'), inner.get('iloc'), inner.get('idat')];
  if (!iinf || !iloc) return;
  const types = new Map(itemsIn(meta, iinf).map(({ id, type }) => [id, type]));
  for (const extent of extentsIn(meta, iloc)) {
    const type = types.get(extent.id) ?? '';
    const blank = blankOf[type];
    if (blank === undefined) continue;
    const start = extent.offset + (extent.within === 'file' ? 0 : box.start + (idat?.start ?? file.size));
    if (extent.length === 0 || start + extent.length > file.size) throw new RangeError('an item lies elsewhere');
    await file.fill(start, extent.length, blank);
    if (type === 'Exif' && extent.length >= emptyExif.length) await file.write(start, emptyExif);
  }
}
