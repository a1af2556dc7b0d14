import type { OpenedFile } from './opened-file.ts';
import { type Directory, directoriesOf, type Entry } from './tiff-directories.ts';

const exif = 34665;
const gps = 34853;
const subDirectories = 330;
/** Tags that hold the places of further directories; the last one is within the Exif data. */
const isPointer = new Set([subDirectories, exif, gps, 40965]);

/** Tags that say who, where, when and of what (TIFF 6, Exif 3, DNG; `xp…` are those of Windows). */
const privateTags = {
  documentName: 269,
  imageDescription: 270,
  pageName: 285,
  software: 305,
  dateTime: 306,
  artist: 315,
  hostComputer: 316,
  xmp: 700,
  copyright: 33432,
  iptc: 33723,
  photoshop: 34377,
  gps,
  dateTimeOriginal: 36867,
  dateTimeDigitized: 36868,
  userComment: 37510,
  xpTitle: 40091,
  xpComment: 40092,
  xpAuthor: 40093,
  xpKeywords: 40094,
  xpSubject: 40095,
  imageUniqueId: 42016,
  cameraOwnerName: 42032,
  bodySerialNumber: 42033,
  lensSerialNumber: 42037,
  imageTitle: 42038,
  photographer: 42039,
  imageEditor: 42040,
  cameraSerialNumber: 50735,
  originalRawFileName: 50827,
};
const isPrivate = new Set<number>(Object.values(privateTags));
/** A raw photo cannot be developed without these: its Exif data holds the maker's notes. */
const isPrivateUnlessRaw = new Set<number>(Object.values({ make: 271, model: 272, exif }));

/**
 * Removes the tags of the place, the time, the device and the people from a TIFF, and from a raw photo that is one (DNG,
 * NEF), and overwrites their values. Everything else stays where it is. Throws `RangeError`.
 */
export async function blankTiff(file: OpenedFile): Promise<void> {
  const directories = await directoriesOf(file);
  const seen = new Set<number>();
  const isRaw = await isOfRaw(file, await directories.read(directories.first));
  const goes = ({ tag }: Entry) => isPrivate.has(tag) || (!isRaw && isPrivateUnlessRaw.has(tag));

  /** Cleans a directory, or leaves nothing of it; then those that it points to. Returns the place of the next one. */
  async function blankAt(at: number, isWiped: boolean): Promise<number> {
    // What is said to lie beyond the end of the file is not there.
    if (at === 0 || at >= file.size || seen.has(at)) return 0;
    seen.add(at);
    const directory = await directories.read(at);
    const kept = isWiped ? [] : directory.entries.filter((entry) => !goes(entry));
    if (kept.length < directory.entries.length) await directories.rewrite(at, directory, isWiped ? null : kept);
    for (const entry of directory.entries) {
      const isLost = isWiped || goes(entry);
      if (isPointer.has(entry.tag)) {
        for (const place of await directories.numbersOf(entry)) await blankAt(place, isLost);
      }
      if (isLost && entry.place !== null) await file.fill(entry.place, entry.length);
    }
    return directory.next;
  }

  let at = directories.first;
  while (at !== 0) at = await blankAt(at, false);
}

/**
 * The tags of raw photos: smaller pictures, and a pattern of colours. Those of Olympus, Canon and Phase One have a mark
 * instead.
 */
const isTagOfRaw = new Set([subDirectories, 33421, 33422]);

async function isOfRaw(file: OpenedFile, { entries }: Directory): Promise<boolean> {
  const beginning = await file.read(0, 16);
  return hasMarkOfRaw(beginning.toString('latin1')) || entries.some(({ tag }) => isTagOfRaw.has(tag));
}

/** A part of a mark is not enough: an ordinary TIFF may have its first pixels there. */
const hasMarkOfRaw = (bytes: string) =>
  /^(IIR|MMOR|.{8}(IIII.waR|MMMMRaw))/s.test(bytes) || bytes.startsWith('CR\x02\0', 8);
