import type { ByteRange } from '@koinonia/kit/files/file-store.ts';

/**
 * The requested part of a file, null for the whole, 'unsatisfiable' for a part beyond its end (RFC 9110, section 14). A
 * request for several parts, or for a part of an older version, gets the whole file.
 */
export function byteRangeOf(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  file: { etag: string; size: number },
): ByteRange | null | 'unsatisfiable' {
  const told = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '');
  if (!told || (headers['if-range'] !== undefined && headers['if-range'] !== file.etag)) return null;
  const [, first = '', last = ''] = told;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(file.size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? file.size - 1 : Math.min(Number(last), file.size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
