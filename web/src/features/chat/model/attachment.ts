import { imageEndings } from '@koinonia/contracts/image-formats.ts';
import { imageWidths } from '@koinonia/contracts/image-sizes.ts';
import { imageUrl, type AttachmentAbout } from '@koinonia/contracts/media.ts';
import { parsedUrl } from '../../../lib/parsed-url.ts';

const pictureEnding = new RegExp(`\\.(${Object.values(imageEndings).flat().join('|')})$`, 'i');

/** True for the kinds of files that the chat shows as pictures. */
export const shownAsPicture = (contentType: string) => Object.hasOwn(imageEndings, contentType);

/** True for the kinds of pictures that can move. */
export const mayMove = (about: AttachmentAbout | undefined) =>
  about !== undefined && ['image/gif', 'image/webp'].includes(about.contentType);

/** True for addresses of the product itself: nothing is loaded from elsewhere. */
function isOwnAddress(url: string): boolean {
  const page = globalThis.location?.href ?? 'http://localhost';
  return parsedUrl(url, page)?.origin === new URL(page).origin;
}

/** A picture has a width and height; without details, the file ending decides. */
export function isPicture(url: string | null, about: AttachmentAbout | undefined): boolean {
  if (url !== null && !isOwnAddress(url)) return false;
  if (about !== undefined) return about.width !== null && about.height !== null;
  return url !== null && pictureEnding.test(url.replace(/[?#].*$/, ''));
}

/** The name of a file; without details, the end of its address. */
export function fileNameOf(url: string, about: AttachmentAbout | undefined): string {
  if (about !== undefined) return about.name;
  const end =
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}

/** Only web addresses: an address that runs a script must never become a link. */
export const isSafeAddress = (url: string) => /^(https?:\/\/|\/(?![/\\]))/i.test(url);

const largest = { width: 320, height: 400 };
const smallest = { width: 96, height: 64 };

/** The size in px of a picture's box within a message. Known before the picture loads, so that nothing moves. */
export function pictureBox(about: Pick<AttachmentAbout, 'width' | 'height'> | undefined) {
  const width = about?.width ?? largest.width;
  const height = about?.height ?? (largest.width * 3) / 4;
  const scale = Math.min(1, largest.width / width, largest.height / height);
  return {
    width: Math.max(smallest.width, Math.round(width * scale)),
    height: Math.max(smallest.height, Math.round(height * scale)),
  };
}

/** The width in px of a picture that covers its box; more than the box if the picture overflows it. */
export function coverWidth(about: AttachmentAbout | undefined): number {
  const box = pictureBox(about);
  if (!about?.width || !about.height) return box.width;
  return Math.ceil(Math.max(box.width, (box.height * about.width) / about.height));
}

/** True for a picture smaller than its box: shown at its own size, not enlarged. */
export const isTiny = (about: AttachmentAbout | undefined) => {
  const box = pictureBox(about);
  return (about?.width ?? box.width) < box.width || (about?.height ?? box.height) < box.height;
};

/** The address of a picture in a size that suits a page and paper alike; a page has the other sizes in `srcset`. */
export const baseUrlOf = (url: string, about: AttachmentAbout | undefined): string =>
  about === undefined || (about.width ?? 0) <= 960 ? url : imageUrl(url, 960);

/** The widths that the server has for a picture of this width: never wider than the original. */
export function srcSetOf(url: string, width: number | null): string | undefined {
  if (width === null) return undefined;
  const smaller = imageWidths.filter((one) => one < width).map((one) => `${imageUrl(url, one)} ${one}w`);
  // Only one size: with a width in `srcset`, the browser would enlarge a tiny picture.
  if (smaller.length === 0) return undefined;
  const widest = imageWidths.at(-1) ?? 0;
  return width > widest ? smaller.join(', ') : [...smaller, `${url} ${width}w`].join(', ');
}

/** The type of a file by its ending: 'PDF'. Empty if the ending says nothing. */
export function fileKindOf(name: string): string {
  return /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]?.toUpperCase() ?? '';
}

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** '320 kB', '1.4 MB', never on two lines: in steps of 1,000, as phones and file managers count. */
export function formatSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return `${amount.toFixed(step >= 2 && amount < 10 ? 1 : 0)}\u00a0${units[step]}`;
}
