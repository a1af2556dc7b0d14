import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, forbidden, unavailable } from '@koinonia/kit/errors.ts';

/** The reason why a request to upgrade is refused; null when it is accepted. */
export function refusalOf(request: IncomingMessage, early: Buffer, publicUrl: string): AppError | null {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/socket.io/' && path !== '/socket.io')
    return new AppError('not_found', 'There is nothing at this address.');
  if (request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket') {
    return new AppError('malformed', 'Only WebSockets are taken here.');
  }
  // Otherwise a page of another site could open a socket in its visitor's name. A client that sends no Origin is not a
  // browser, and has nobody's cookies.
  const { origin } = request.headers;
  if (origin !== undefined && origin !== publicUrl) return forbidden('This origin may not open a socket.');
  // A client must wait for the answer before it sends (RFC 6455, section 4.1).
  if (early.length > 0) return new AppError('malformed', 'Something came before the handshake was done.');
  return null;
}

export const noNode = () => unavailable('no chat node answered');

/** Answers a request to upgrade with an error, and ends the connection. */
export function refuse(client: Socket, refusal: AppError): void {
  const body = JSON.stringify({ error: refusal.message, code: refusal.code });
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(refusal.retryAfter === undefined ? [] : [`Retry-After: ${refusal.retryAfter}`]),
    'Connection: close',
  ];
  client.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  client.destroySoon();
}
