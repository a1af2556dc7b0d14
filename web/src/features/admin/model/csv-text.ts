import { maxCsvLength } from '@koinonia/contracts/invitations.ts';
import { invitationTexts as texts } from '../invitation-texts.ts';

/** Bytes of the longest list: a character takes up to 4 in UTF-8 and UTF-16, and the byte order mark up to 3. */
const maxCsvBytes = 4 * maxCsvLength + 3;

export const isTooLong = (csv: string): boolean => csv.length > maxCsvLength && [...csv].length > maxCsvLength;

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/** The encoding of the file by its byte order mark; UTF-8 without one. */
function encodingOf(bytes: Uint8Array) {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return 'utf-8';
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a CSV file, or its error in words for the person who chose it. */
type CsvText = { text: string } | { fault: string };

/** Reads no more of a huge file than is needed to refuse it. */
export async function csvTextOfFile(file: Blob): Promise<CsvText> {
  const start = await file
    .slice(0, maxCsvBytes + 1)
    .arrayBuffer()
    .catch(() => undefined);
  return start === undefined ? { fault: texts.readFailed } : csvTextOf(new Uint8Array(start));
}

export function csvTextOf(bytes: Uint8Array): CsvText {
  if (bytes.length === 0) return { fault: texts.empty };
  // Spreadsheet programs write zip files; older ones write Microsoft's compound format.
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return { fault: texts.spreadsheet };
  }
  if (bytes.length > maxCsvBytes) return { fault: texts.tooLarge };
  const text = decoded(bytes);
  if (text === undefined) return { fault: texts.notUtf8 };
  if (text.includes('\0')) return { fault: texts.notText };
  if (text.trim() === '') return { fault: texts.empty };
  return isTooLong(text) ? { fault: texts.tooLarge } : { text };
}
