import type { Box } from './heif-boxes.ts';
import type { OpenedFile } from './opened-file.ts';

/** Bytes: enough for a quarter of a million samples. */
const longestTable = 1024 * 1024;

type Track = ReadonlyMap<string, Box>;

/** Overwrites the data of a track of a film. Throws `RangeError` for tables that end early. */
export async function blankSamples(file: OpenedFile, track: Track, filmStart: number): Promise<void> {
  const table = async (type: string) => {
    const box = track.get(type);
    if (!box) return null;
    if (box.end - box.start > longestTable) throw new RangeError('a table is too long');
    return file.read(box.start, box.end - box.start);
  };
  const [sizes, runs, near, far] = [await table('stsz'), await table('stsc'), await table('stco'), await table('co64')];
  const places = near ?? far;
  if (!sizes || !runs || !places) return;
  for (const { offset, length } of chunksOf(sizes, runs, placesIn(places, near ? 4 : 8))) {
    await file.fill(filmStart + offset, length);
  }
}

function placesIn(table: Buffer, width: 4 | 8): number[] {
  const count = Math.min(table.readUInt32BE(4), (table.length - 8) / width);
  return Array.from({ length: count }, (_, index) =>
    width === 4 ? table.readUInt32BE(8 + index * 4) : Number(table.readBigUInt64BE(8 + index * 8)),
  );
}

/** Where the data of a track lies (ISO/IEC 14496-12, sections 8.7.3 and 8.7.4): pieces of one or more samples. */
function* chunksOf(sizes: Buffer, runs: Buffer, places: number[]): Generator<{ offset: number; length: number }> {
  const sameSize = sizes.readUInt32BE(4);
  const samples = sizes.readUInt32BE(8);
  let [sample, run] = [0, 0];
  const firstChunkOf = (one: number) => (one < runs.readUInt32BE(4) ? runs.readUInt32BE(8 + one * 12) : Infinity);
  for (const [index, offset] of places.entries()) {
    while (firstChunkOf(run + 1) <= index + 1) run += 1;
    const end = Math.min(samples, sample + runs.readUInt32BE(12 + run * 12));
    let length = sameSize * (end - sample);
    if (sameSize === 0) for (let one = sample; one < end; one += 1) length += sizes.readUInt32BE(12 + one * 4);
    sample = end;
    yield { offset, length };
  }
}
