const maxBytes = 255;
const nameless = 'file';

/** Control characters, line ends, and marks that change the direction of text: `photo<RLO>gpj.exe`. */
const deceiving = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A file's name as it is stored and shown: in any script, without a path, without characters that deceive the eye or break
 * a header, at most 255 bytes of UTF-8 with its extension kept.
 */
export function cleanFileName(told: string): string {
  // Browsers encode a quotation mark and line ends this way (HTML, multipart form data).
  const written = told.replace(/%0[ad]/gi, '').replace(/%22/g, '"');
  const last = written.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const cleaned = last.normalize('NFC').replace(deceiving, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '');
  return cutName(cleaned, maxBytes) || nameless;
}

/** The extension of a name, in lower case and without its dot; empty when there is none. */
export function endingOf(name: string): string {
  return /.\.([^.\s]{1,16})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Cuts a name to so many bytes of UTF-8, between whole characters, and keeps its extension. */
export function cutName(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const ending = endingOf(name);
  const kept = ending === '' ? '' : name.slice(-ending.length - 1);
  const stem = name.slice(0, name.length - kept.length);
  return cutText(stem, bytes - Buffer.byteLength(kept)) + kept;
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
