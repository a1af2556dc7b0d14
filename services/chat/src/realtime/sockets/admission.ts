import type { Authenticator } from '@koinonia/kit/auth/authenticator.ts';
import { AppError, unauthenticated, unavailable } from '@koinonia/kit/errors.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { withinRequest } from '@koinonia/kit/observing/request-context.ts';
import { type ChatServer, type ChatSocket, receivedFrom } from './chat-socket.ts';
import { takeRequestId } from './socket-server.ts';

/** Ms in which a page asks to join its chats, even on a slow network. */
const joinsWithin = 5000;

/** Admits only sockets whose handshake has a valid token; others get `connect_error` with the error's code in `data`. */
export function guardAdmission(io: ChatServer, authenticator: Authenticator, log: Logger): void {
  const tried = new WeakSet<object>();

  async function admit(socket: ChatSocket): Promise<void> {
    // A second try needs a new connection: otherwise one connection could make thousands of tries at once.
    if (tried.has(socket.conn)) throw unauthenticated('a second try on one connection');
    tried.add(socket.conn);
    const { token } = socket.handshake.auth;
    socket.handshake.auth = {};
    if (typeof token !== 'string') throw unauthenticated('no token in the handshake');
    const { uid, sessionId, expiresAt } = await authenticator.authenticate(token);
    const endsAt = sessionId === null ? expiresAt : null;
    const joinsUntil = performance.now() + joinsWithin;
    socket.data = { uid, sessionId, endsAt, received: receivedFrom(socket), joinsUntil, open: null };
  }

  io.use((socket, next) => {
    void withinRequest({ requestId: takeRequestId(socket), span: null }, () =>
      admit(socket).then(
        () => {
          log.debug({ uid: socket.data.uid }, 'a socket was let in');
          next();
        },
        (error: unknown) => next(toConnectError(error, log)),
      ),
    );
  });
}

function toConnectError(error: unknown, log: Logger): Error {
  const told = error instanceof AppError ? error : unavailable(error);
  if (told.status >= 500) log.warn({ err: error }, 'a socket could not be let in');
  else log.debug({ code: told.code }, 'a socket was refused');
  return Object.assign(new Error(told.message), { data: { error: told.message, code: told.code } });
}
