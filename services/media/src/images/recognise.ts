import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** As much as tells one kind from another; no more of the file is looked into. */
const looksAt = 4100;

/** The media type that a file's content begins like, or null. */
export async function recognise(path: string): Promise<string | null> {
  const beginning = await beginningOf(path);
  const told = await fileTypeFromBuffer(beginning).catch(() => undefined);
  // The library is content with three letters, with which a text may begin as well.
  if (told?.mime === 'image/gif' && !/^GIF8[79]a/.test(beginning.toString('latin1', 0, 6))) return null;
  return told?.mime ?? null;
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
