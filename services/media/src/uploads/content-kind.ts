import { ImageProcessDied } from '../images/bench.ts';
import type { Workshop } from '../images/workshop.ts';
import { endingOf } from './file-name.ts';

/** What a file is, by its content. `contentType` is from our own table, never what somebody told. */
export interface ContentKind {
  readonly contentType: string;
  /** Whether it begins as one of the four kinds of image that we work on. It may still be none. */
  readonly isImage: boolean;
}

/** The endings that each kind of image may have; the first is the one that we give. */
export const imageEndings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
};

const unknown = 'application/octet-stream';

/** Kinds of file that are told by their own name. All others are bytes: no browser then tries to be clever. */
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

/** The same kind by another name. An animated PNG is shown as its first frame. */
const otherNames: Readonly<Record<string, string>> = { 'image/apng': 'image/png', 'audio/x-m4a': 'audio/mp4' };

const office = 'application/vnd.openxmlformats-officedocument';
/** What only the ending can tell: packed office documents, and plain text, which has no mark of its own. */
const byEnding: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    docx: `${office}.wordprocessingml.document`,
    xlsx: `${office}.spreadsheetml.sheet`,
    pptx: `${office}.presentationml.presentation`,
  },
  [unknown]: { txt: 'text/plain', csv: 'text/csv', md: 'text/markdown' },
};

export async function contentKindOf(frontDesk: Workshop, path: string, fileName: string): Promise<ContentKind> {
  const mime = await markOf(frontDesk, path);
  if (mime !== null && mime in imageEndings) return { contentType: mime, isImage: true };
  const byContent = mime !== null && known.has(mime) ? mime : unknown;
  // A mark that was found and is not in our table stays bytes, whatever the file calls itself.
  const ending = mime === null || byContent !== unknown ? endingOf(fileName) : '';
  return { contentType: byEnding[byContent]?.[ending] ?? byContent, isImage: false };
}

async function markOf(frontDesk: Workshop, path: string): Promise<string | null> {
  try {
    const told = await frontDesk.run({ task: 'recognise', path });
    return told && (otherNames[told] ?? told);
  } catch (error) {
    // What even that cannot be done with is bytes.
    if (error instanceof ImageProcessDied) return null;
    throw error;
  }
}
