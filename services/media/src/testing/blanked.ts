import { readFile, writeFile } from 'node:fs/promises';
import { blankMetadata } from '../metadata/blank-metadata.ts';

/** What becomes of these bytes, written to `path`, when their metadata are blanked. */
export async function blankedAt(path: string, bytes: Buffer): Promise<Buffer> {
  await writeFile(path, bytes);
  await blankMetadata(path);
  return readFile(path);
}
