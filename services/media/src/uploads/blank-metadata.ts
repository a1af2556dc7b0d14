import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@koinonia/kit/errors.ts';
import { texts } from '../texts.ts';
import { type Box, boxAt, boxesIn, extentsIn, headLength, itemsIn } from './heif-boxes.ts';

/** The types whose files are HEIF: they are sent as they are, because their decoder must not read strangers' files. */
export const heifTypes = new Set(['image/avif', 'image/heic', 'image/heif']);

/** Real files have a few outer boxes, and a description of a few kilobytes. */
const mostBoxes = 500;
const longestDescription = 1024 * 1024;
const longestPiece = 64 * 1024;

/** Exif data without entries: the place of its head, the head, and an empty list. All zeros would be invalid. */
const emptyExif = Buffer.from('000000004d4d002a00000008000000000000', 'hex');
/** What the data of an item is overwritten with. XMP is text. */
const blankOf: Readonly<Record<string, string>> = { Exif: '\0', mime: ' ' };

/**
 * Overwrites what a HEIF image (AVIF, HEIC) says of the place, the time and the device: its Exif and XMP data. It is done
 * in place, so that nothing else in the file moves. Throws `unsupported_media_type` when the data cannot be found.
 */
export async function blankMetadata(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await blankFile(file, (await file.stat()).size);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError('unsupported_media_type', texts.damagedImage, { cause });
  } finally {
    await file.close();
  }
}

async function blankFile(file: FileHandle, size: number): Promise<void> {
  let boxes = 0;
  for (let at = 0; at < size;) {
    const box = boxAt(await read(file, at, Math.min(headLength, size - at)), at, size);
    // Some cameras append data of their own; no program finds a box behind it.
    if (!box) return;
    boxes += 1;
    if (boxes > mostBoxes) throw new RangeError('there are too many boxes');
    // Some programs write XMP into a box of their own.
    if (box.type === 'uuid') await fill(file, box.start, box.end - box.start, '\0');
    if (box.type === 'meta') await blankItems(file, box, size);
    at = box.end;
  }
}

async function blankItems(file: FileHandle, box: Box, size: number): Promise<void> {
  const length = box.end - box.start;
  if (length > longestDescription) throw new RangeError('the description is too long');
  const meta = await read(file, box.start, length);
  const inner = new Map([...boxesIn(meta, 4, length)].map((one) => [one.type, one]));
  const [iinf, iloc, idat] = [inner.get('iinf'), inner.get('iloc'), inner.get('idat')];
  if (!iinf || !iloc) return;
  const types = new Map(itemsIn(meta, iinf).map(({ id, type }) => [id, type]));
  let left = size;
  for (const extent of extentsIn(meta, iloc)) {
    const type = types.get(extent.id) ?? '';
    const blank = blankOf[type];
    if (blank === undefined) continue;
    const start = extent.offset + (extent.within === 'file' ? 0 : box.start + (idat?.start ?? size));
    // A made-up list could name the whole file thousands of times.
    left -= extent.length;
    if (left < 0 || extent.length === 0 || start + extent.length > size) throw new RangeError('an item lies elsewhere');
    await fill(file, start, extent.length, blank);
    if (type === 'Exif' && extent.length >= emptyExif.length) await file.write(emptyExif, 0, emptyExif.length, start);
  }
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function fill(file: FileHandle, at: number, length: number, character: string): Promise<void> {
  const piece = Buffer.alloc(Math.min(length, longestPiece), character);
  for (let done = 0; done < length; done += piece.length) {
    await file.write(piece, 0, Math.min(piece.length, length - done), at + done);
  }
}
