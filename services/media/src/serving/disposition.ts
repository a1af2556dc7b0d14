import { endingOf } from '../uploads/file-name.ts';
import type { Representation } from './choose-representation.ts';

/** The endings of what a browser may show by itself: images of our own making. Everything else it only keeps. */
const shown: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' };

/** `Content-Disposition` (RFC 6266). An image is offered under the ending of the format that it is sent in. */
export function dispositionOf(fileName: string, { contentType, negotiated }: Representation): string {
  const ending = negotiated ? shown[contentType] : undefined;
  const name = ending === undefined ? fileName : withEnding(fileName, ending);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const kind = ending === undefined ? 'attachment' : 'inline';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

function withEnding(name: string, ending: string): string {
  const present = endingOf(name);
  return `${present === '' ? name : name.slice(0, -present.length - 1)}.${ending}`;
}

/** RFC 8187 allows less than `encodeURIComponent` leaves alone. */
const encodeExtended = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
