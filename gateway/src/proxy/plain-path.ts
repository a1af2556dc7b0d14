import { AppError } from '@koinonia/kit/errors.ts';

/** Visible ASCII that a path may hold (RFC 3986), in parts that are not empty; one slash at the end is no harm. */
const wellFormed = /^(\/[\w.~!$&'()*+,;=:@%-]+)+\/?$/;

/**
 * Throws for a path that this process and the one behind it could read differently: `..` and `.` in any spelling,
 * encoded or doubled slashes, backslashes, and targets that name a host. It is passed on as it came, so what is
 * matched here must be what is matched there.
 */
export function requirePlainPath(target: string): void {
  const path = target.split('?', 1)[0] ?? '';
  if (!wellFormed.test(path) || !path.split('/').every(isPlain)) {
    throw new AppError('malformed', 'This address is not well formed.');
  }
}

function isPlain(part: string): boolean {
  try {
    const decoded = decodeURIComponent(part);
    return decoded !== '.' && decoded !== '..' && !/[/\\\0]/.test(decoded);
  } catch {
    return false;
  }
}
