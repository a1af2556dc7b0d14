import type { ByteRange } from '@koinonia/kit/files/file-store.ts';

/** Whether what the browser has is still the same (RFC 9110, section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}

/**
 * The part of a file that is asked for, null for the whole, 'unsatisfiable' for one that lies beyond it (RFC 9110,
 * section 14). Several parts at once are answered with the whole, as is a part of something older than what is here.
 */
export function rangeOf(
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
