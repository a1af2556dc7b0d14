import { imageEndings } from '@koinonia/contracts/image-formats.ts';
import { inTwo } from '../objects/file-name.ts';
import type { Representation } from './choose-representation.ts';

/** Files that a browser may display as they came. It can only save all others, except images, which we have made. */
const shown = new Set(['image/avif']);

/** `Content-Disposition` (RFC 6266). An image gets the extension of the format in which it is sent. */
export function dispositionOf(fileName: string, { contentType, negotiated }: Representation): string {
  const ending = negotiated ? imageEndings[contentType]?.[0] : undefined;
  const name = ending === undefined ? fileName : `${inTwo(fileName).stem}.${ending}`;
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const kind = ending === undefined && !shown.has(contentType) ? 'attachment' : 'inline';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves unchanged. */
const encodeExtended = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
