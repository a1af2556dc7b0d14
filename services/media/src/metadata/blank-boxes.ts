import { blankItems, describesPicture } from './blank-items.ts';
import { blankPlaces } from './blank-places.ts';
import { blankSamples } from './blank-samples.ts';
import { type Box, boxAt, headLength } from './heif-boxes.ts';
import type { OpenedFile } from './opened-file.ts';

/** Real pictures have a few outer boxes. A film that was sent as it was recorded has about two a second. */
const mostBoxes = { picture: 500, film: 20_000 } as const;

/** The boxes that are looked into, by the one that holds them. `mpvd`: the film in a motion photo. */
const inside: Readonly<Record<string, readonly string[]>> = {
  file: ['moov', 'mpvd'],
  mpvd: ['moov'],
  moov: ['trak'],
  trak: ['mdia'],
  mdia: ['minf'],
  minf: ['stbl'],
};
/** A list of the places that a dashcam has written between the pictures. */
const listOfPlaces = 'gps ';
/**
 * Boxes about the recording: place, device, names; places of dashcams; what Samsung appends; and free space, in which
 * programs leave old data.
 */
const isPrivate = new Set(['udta', 'meta', 'uuid', listOfPlaces, 'gps0', 'GPS ', 'sefd', 'free', 'skip']);
/** The same of JPEG XL and JPEG 2000. `brob` holds one of them compressed, `jbrd` what was in the JPEG that it was made from. */
const isPrivateInPicture = new Set(['Exif', 'xml ', 'jumb', 'brob', 'jbrd', 'uinf', 'asoc']);
/** Boxes that begin with the time of the recording. */
const isTimed = new Set(['mvhd', 'tkhd', 'mdhd']);
/** Boxes that say which kind of track it is, and where its data lies. */
const isOfTrack = new Set(['mdia/hdlr', 'stbl/stsz', 'stbl/stsc', 'stbl/stco', 'stbl/co64']);
/** Tracks that hold data of sensors, such as places, second by second. */
const isOfSensors = new Set(['meta', 'camm']);

type BoxFileKind = keyof typeof mostBoxes;

/**
 * Overwrites what a file of boxes (AVIF, HEIC, MP4, MOV, 3GP, M4A, JPEG XL, JPEG 2000) says of the place, the time, the
 * device and the people. A private box becomes free space (`free`) of the same length, so that nothing moves. Throws
 * `RangeError`.
 */
export async function blankBoxes(file: OpenedFile, kind: BoxFileKind): Promise<void> {
  let boxes = 0;
  // The places in a film count from where it begins, also within a photo.
  let filmStart = 0;

  async function walk(holder: string, from: number, to: number, track: Map<string, Box>): Promise<void> {
    for (let at = from; at < to;) {
      const found = boxAt(await file.read(at, Math.min(headLength, to - at)), at, Infinity);
      // Some cameras append data of their own; no program finds a box after it.
      if (!found) return;
      boxes += 1;
      if (boxes > mostBoxes[kind]) throw new RangeError('there are too many boxes');
      // The last box of an upload that was cut off; or one of another kind of data, which is then no known type.
      const box = { ...found, end: Math.min(found.end, to) };
      await visit(holder, at, box, track);
      at = box.end;
    }
  }

  async function visit(holder: string, at: number, box: Box, track: Map<string, Box>): Promise<void> {
    const { type, start, end } = box;
    const isDescription = holder === 'file' && type === 'meta';
    if (isDescription && (kind === 'picture' || (await describesPicture(file, box)))) return blankItems(file, box);
    if (type === listOfPlaces) await blankPlaces(file, box, filmStart);
    // In a track, `uuid` says that a film shows all directions.
    if (isPrivate.has(type) && !(holder === 'trak' && type === 'uuid')) return free(file, at, box);
    if (holder === 'file' && isPrivateInPicture.has(type)) return free(file, at, box);
    if (isTimed.has(type)) return blankTimes(file, start);
    if (isOfTrack.has(`${holder}/${type}`)) track.set(type, box);
    if (!inside[holder]?.includes(type)) return;
    if (type === 'mpvd') filmStart = start;
    const within = type === 'trak' ? new Map<string, Box>() : track;
    await walk(type, start, end, within);
    if (type === 'trak' && (await isTrackOfSensors(file, within))) await blankSamples(file, within, filmStart);
  }

  await walk('file', 0, file.size, new Map());
}

async function free(file: OpenedFile, at: number, { start, end }: Box): Promise<void> {
  await file.write(at + 4, Buffer.from('free'));
  await file.fill(start, end - start);
}

/** When it was made, and when it was changed: 32 bits each, or 64 in version 1. Zero means unknown. */
async function blankTimes(file: OpenedFile, start: number): Promise<void> {
  const [version] = await file.read(start, 1);
  await file.fill(start + 4, version === 1 ? 16 : 8);
}

async function isTrackOfSensors(file: OpenedFile, track: Map<string, Box>): Promise<boolean> {
  const hdlr = track.get('hdlr');
  return hdlr !== undefined && isOfSensors.has((await file.read(hdlr.start + 8, 4)).toString('latin1'));
}
