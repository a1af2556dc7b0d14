import type { Box } from './heif-boxes.ts';
import type { OpenedFile } from './opened-file.ts';

/** Bytes: enough for a place each second for two hours. */
const longestList = 64 * 1024;

/**
 * Overwrites the places that dashcams write between the pictures of a film. A box of the film lists them: after eight bytes,
 * where each lies, and how long it is. Their heads stay, because they may be boxes.
 */
export async function blankPlaces(file: OpenedFile, { start, end }: Box, filmStart: number): Promise<void> {
  const list = await file.read(start, Math.min(end - start, longestList));
  for (let at = 8; at + 8 <= list.length; at += 8) {
    const place = filmStart + list.readUInt32BE(at);
    const mark = (await file.read(place + 4, 8)).toString('latin1');
    if (mark === 'freeGPS ') await file.fill(place + 8, list.readUInt32BE(at + 4) - 8);
  }
}
