import { isVisible } from '@koinonia/contracts/common.ts';

const maxBytes = 255;
const nameless = 'file';

/** Control characters, line ends, and marks that change the direction of text: `photo<RLO>gpj.exe`. */
const deceiving = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A file's name as it is stored and shown: in any script, without a path, without characters that deceive the eye or break
 * a header, at most 255 bytes of UTF-8 with its extension kept; `file` when nothing of it shows.
 */
export function cleanFileName(told: string): string {
  // Browsers encode a quotation mark and line ends this way (HTML, multipart form data).
  const written = told.replace(/%0[ad]/gi, '').replace(/%22/g, '"');
  const last = written.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const cleaned = last.normalize('NFC').replace(deceiving, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '');
  const name = cutName(cleaned, maxBytes);
  return isVisible(name) ? name : nameless;
}

/** The extension of a name, in lower case and without its dot; empty when there is none. */
export const endingOf = (name: string): string => inTwo(name).ending.slice(1).toLowerCase();

/** A name without its extension, and the extension as it is written, with its dot. Lower case may be longer: `İ`. */
export function inTwo(name: string): { stem: string; ending: string } {
  const ending = /(?<=.)\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/** Cuts a name to so many bytes of UTF-8, between whole characters, and keeps its extension. */
export function cutName(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const { stem, ending } = inTwo(name);
  return cutText(stem, bytes - Buffer.byteLength(ending)) + ending;
}

function cutText(text: string, bytes: number): string {
  let cut = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) return cut;
    cut += segment;
  }
  return cut;
}
