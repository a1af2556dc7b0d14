import type { IncomingMessage } from 'node:http';
import { AppError, forbidden, unavailable } from '@koinonia/kit/errors.ts';
import { texts as common } from '@koinonia/kit/texts.ts';
import { texts } from '../texts.ts';

/** The reason why a request to upgrade is refused; null when it is accepted. */
export function refusalOf(request: IncomingMessage, early: Buffer, publicUrl: string): AppError | null {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/socket.io/' && path !== '/socket.io') return new AppError('not_found', common.nothingHere);
  if (request.method !== 'GET') return new AppError('malformed', texts.onlyWebSockets);
  // Otherwise a page of another site could open a socket in its visitor's name. A client that sends no Origin is not a
  // browser, and has nobody's cookies.
  const { origin } = request.headers;
  if (origin !== undefined && origin !== publicUrl) return forbidden(texts.foreignOrigin);
  if (!speaksSocketIo(request)) return new AppError('malformed', texts.onlySocketIo);
  // A client must wait for the answer before it sends (RFC 6455, section 4.1).
  if (early.length > 0) return new AppError('malformed', texts.tooEarly);
  return null;
}

export const noNode = () => unavailable('no chat node answered');

/**
 * Whether a node would accept the handshake. A node hangs up on some of those that it does not accept, which the gateway would
 * mistake for a failure of the node: strangers could keep nodes out of use.
 */
function speaksSocketIo({ url, headers }: IncomingMessage): boolean {
  const query = new URLSearchParams(queryOf(url));
  const asked = ['EIO', 'transport', 'sid'].map((name) => query.getAll(name).join());
  const key = headers['sec-websocket-key'] ?? '';
  return asked.join() === '4,websocket,' && /^[+/0-9A-Za-z]{22}==$/.test(key);
}

/** Everything after the first question mark. */
export const queryOf = (url = ''): string => url.split(/\?(.*)/s)[1] ?? '';
