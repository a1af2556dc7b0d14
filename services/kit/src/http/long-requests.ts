import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const excepted = new WeakMap<Socket, IncomingMessage>();

/** Excepts a request from `requestTimeout`, which is one for the whole server. Whoever reads its body must end a slow one. */
export function letItTakeLong(request: IncomingMessage): void {
  excepted.set(request.socket, request);
}

/** Whether the request that is arriving on a connection is excepted. */
export const mayTakeLong = (connection: Socket): boolean => excepted.get(connection)?.complete === false;
