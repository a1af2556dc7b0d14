import { imageEndings } from '@koinonia/contracts/image-formats.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import { ImageProcessDied } from './image-process.ts';
import type { ImagePool } from './image-pool.ts';
import { texts } from '../texts.ts';
import { askTwice } from './ask-twice.ts';
import { endingOf } from '../objects/file-name.ts';

/** The kind of a file, by its content. `contentType` is from our own table, never from the client. */
export interface ContentKind {
  readonly contentType: string;
  /** Whether it begins like one of the four image formats that we process. It may still be invalid. */
  readonly isImage: boolean;
}

interface SentFile {
  readonly path: string;
  readonly fileName: string;
  readonly ownerId: string;
}

const unknown = 'application/octet-stream';

/** File types that are sent under their own media type. All others are sent as bytes, so that no browser interprets them. */
const known = new Set([
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/x-7z-compressed',
  'application/x-rar-compressed',
  'application/rtf',
  'application/epub+zip',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/flac',
  'audio/aac',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
  'image/bmp',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
]);

/** Other names of the same type. An animated PNG is shown as its first frame. */
const otherNames = new Map([
  ['image/apng', 'image/png'],
  ['audio/x-m4a', 'audio/mp4'],
]);

const office = 'application/vnd.openxmlformats-officedocument';
/** Types that only the extension can tell: zipped office documents, and plain text, which has no signature. */
const byEnding = new Map([
  [
    'application/zip',
    new Map([
      ['docx', `${office}.wordprocessingml.document`],
      ['xlsx', `${office}.spreadsheetml.sheet`],
      ['pptx', `${office}.presentationml.presentation`],
    ]),
  ],
  [
    unknown,
    new Map([
      ['txt', 'text/plain'],
      ['csv', 'text/csv'],
      ['md', 'text/markdown'],
    ]),
  ],
]);

/** Throws `unsupported_media_type` when two image processes die while they look at the file. */
export async function contentKindOf(pool: ImagePool, file: SentFile): Promise<ContentKind> {
  const mime = await mediaTypeOf(pool, file);
  if (mime !== null && mime in imageEndings) return { contentType: mime, isImage: true };
  const byContent = mime !== null && known.has(mime) ? mime : unknown;
  // A file with a known signature that is not in our table is sent as bytes, whatever its extension.
  const ending = mime === null || byContent !== unknown ? endingOf(file.fileName) : '';
  return { contentType: byEnding.get(byContent)?.get(ending) ?? byContent, isImage: false };
}

async function mediaTypeOf(pool: ImagePool, { path, ownerId }: SentFile): Promise<string | null> {
  try {
    const told = await askTwice(pool, { task: 'recognise', path }, ownerId);
    return told && (otherNames.get(told) ?? told);
  } catch (cause) {
    // It is not taken as an ordinary file: it may be an image, which would keep the camera's metadata.
    if (cause instanceof ImageProcessDied) {
      throw new AppError('unsupported_media_type', texts.damagedFile, { cause });
    }
    throw cause;
  }
}
