import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { endingOf } from './file-name.ts';

/** As much as tells one kind from another; no more of a stranger's file is looked into here. */
const looksAt = 4100;

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

export async function contentKindOf(path: string, fileName: string): Promise<ContentKind> {
  const mime = await markOf(await beginningOf(path));
  if (mime !== undefined && mime in imageEndings) return { contentType: mime, isImage: true };
  const byContent = mime !== undefined && known.has(mime) ? mime : unknown;
  // A mark that was found and is not in our table stays bytes, whatever the file calls itself.
  const ending = mime === undefined || byContent !== unknown ? endingOf(fileName) : '';
  return { contentType: byEnding[byContent]?.[ending] ?? byContent, isImage: false };
}

async function markOf(beginning: Buffer): Promise<string | undefined> {
  const told = await fileTypeFromBuffer(beginning).catch(() => undefined);
  // The library is content with three letters, with which a text may begin as well.
  if (told?.mime === 'image/gif' && !/^GIF8[79]a/.test(beginning.toString('latin1', 0, 6))) return undefined;
  return told && (otherNames[told.mime] ?? told.mime);
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looksAt), 0, looksAt, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
