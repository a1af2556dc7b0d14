import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { bodyOfError } from './error-answers.ts';
import { AppError } from '../errors.ts';
import { texts } from '../texts.ts';
import { mayTakeLong } from './long-requests.ts';

/** Answers with an error on a connection for which there is no reply to use, and ends it. */
export function refuseConnection(connection: Socket, refusal: AppError): void {
  const body = JSON.stringify(bodyOfError(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(refusal.retryAfter === undefined ? [] : [`Retry-After: ${refusal.retryAfter}`]),
    'Connection: close',
  ];
  connection.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  connection.destroySoon();
}

const tookTooLong = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Answers what Node.js could not read as a request, or not in time. */
export function refuseUnreadable(error: NodeJS.ErrnoException, connection: Socket): void {
  if (error.code === tookTooLong && mayTakeLong(connection)) return;
  if (error.code === 'ECONNRESET' || !connection.writable) connection.destroy();
  else refuseConnection(connection, refusalFor(error));
}

function refusalFor(cause: NodeJS.ErrnoException): AppError {
  if (cause.code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large', texts.headTooLarge, { cause });
  if (cause.code === tookTooLong) return new AppError('timed_out', texts.tookTooLong, { cause });
  return new AppError('malformed', texts.notUnderstood, { cause });
}
