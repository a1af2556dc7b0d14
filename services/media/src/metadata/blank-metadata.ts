import { open } from 'node:fs/promises';
import { maxAttachmentBytes } from '@koinonia/contracts/media.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import { texts } from '../texts.ts';
import { blankBoxes } from './blank-boxes.ts';
import { blankTiff } from './blank-tiff.ts';
import { openedFile, type OpenedFile } from './opened-file.ts';

/**
 * The first box of MP4, MOV, 3GP and M4A, and of AVIF and HEIC; old MOV files have no `ftyp`. The last two are those of JPEG
 * XL and JPEG 2000.
 */
const firstBox = /^.{4}(ftyp|moov|mdat|wide|free|skip|pnot|JXL |jP {2})/s;
/** No upload is so large that the length of its first box begins with a larger byte; a text never begins with one so small. */
const isLength = (firstByte: number) => firstByte <= maxAttachmentBytes >> 24;
const isHeif = /^.{4}ftyp(avi|hei|hev|mif|msf)/s;
/** A raw photo of Canon, whose metadata is needed to develop it. */
const isCanonRaw = /^.{4}ftypcrx /s;
/** The last two are raw photos of Olympus: TIFFs with another mark. */
const isTiff = /^(II[*+]\0|MM\0[*+]|IIR[OS]..\0\0|MMOR\0\0)/s;

/**
 * Overwrites what a file says of the place, the time, the device and the people. It is for files that are delivered as they
 * were sent: pictures that are not shown, films, recordings. Nothing else in the file moves. Other kinds of files stay as
 * they are. Throws `unsupported_media_type` when the data cannot be found.
 */
export async function blankMetadata(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await blank(await openedFile(handle));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError('unsupported_media_type', texts.damagedFile, { cause });
  } finally {
    await handle.close();
  }
}

async function blank(file: OpenedFile): Promise<void> {
  const beginning = (await file.read(0, 12)).toString('latin1');
  if (isTiff.test(beginning)) return blankTiff(file);
  if (isCanonRaw.test(beginning) || !firstBox.test(beginning) || !isLength(beginning.charCodeAt(0))) return;
  await blankBoxes(file, isHeif.test(beginning) ? 'picture' : 'film');
}
