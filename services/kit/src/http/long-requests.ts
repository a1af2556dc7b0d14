import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const excepted = new WeakMap<Socket, IncomingMessage>();

/** Exempts a request from the server-wide `requestTimeout`. The code that reads its body must end a slow one. */
export function letItTakeLong(request: IncomingMessage): void {
  excepted.set(request.socket, request);
}

/** Whether the request that is arriving on a connection is exempt. */
export const mayTakeLong = (connection: Socket): boolean => excepted.get(connection)?.complete === false;
