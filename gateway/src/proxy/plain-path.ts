import { AppError } from '@koinonia/kit/errors.ts';
import { texts } from '../texts.ts';

/** Visible ASCII that a path may contain (RFC 3986), in parts that are not empty; one trailing slash is allowed. */
const wellFormed = /^(\/[\w.~!$&'()*+,;=:@%-]+)+\/?$/;

/**
 * Throws for a path that the gateway and the service could interpret differently: `..` and `.` in any spelling, encoded or
 * doubled slashes, backslashes, and targets that name a host. The path is forwarded unchanged, so both sides must match the
 * same route.
 */
export function requirePlainPath(target: string): void {
  const path = target.split('?', 1)[0] ?? '';
  if (!wellFormed.test(path) || !path.split('/').every(isPlain)) {
    throw new AppError('malformed', texts.notWellFormed);
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
