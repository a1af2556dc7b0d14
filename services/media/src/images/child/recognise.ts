import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** Enough bytes to tell the kinds apart; the rest of the file is not read. */
const looksAt = 4100;

/** The media type that matches the beginning of a file, or null. */
export async function recognise(path: string): Promise<string | null> {
  const beginning = await beginningOf(path);
  const told = await fileTypeFromBuffer(beginning).catch(() => undefined);
  // The library accepts three letters as a signature, and a text may begin with them too.
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
