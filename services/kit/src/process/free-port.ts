import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * A free TCP port on loopback, for a server that will listen there a moment later, or repeatedly. It lies below the range
 * for outgoing connections (from 32768 on Linux): the system could give such a port to a connection before the server
 * listens, or while it is away. Until this process ends, no other one gets this port from here: several products that
 * start side by side would otherwise be given the same one now and then.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

/**
 * Whether nobody listens there, and `freePort` has given the port to nobody. A port that was given to somebody is not even
 * tried, since their server may begin to listen at that moment.
 */
export async function isFree(port: number): Promise<boolean> {
  const mark = markOf(port);
  const isTheirs = !(await listens(mark));
  const server = createServer();
  const isTaken = isTheirs || !(await listens(server.listen(port, '127.0.0.1')));
  await Promise.all([closed(server), closed(mark)]);
  return !isTaken;
}

/** False when another process has reserved it at this moment. */
async function reserve(port: number): Promise<boolean> {
  const mark = markOf(port);
  try {
    await once(mark, 'listening');
    mark.unref();
    return true;
  } catch {
    mark.close();
    return false;
  }
}

/** The UDP port of the same number, which nobody uses and only one process can bind. */
const markOf = (port: number) => createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });

const listens = (socket: Server | Socket) =>
  once(socket, 'listening').then(
    () => true,
    () => false,
  );
const closed = (socket: Server | Socket) => new Promise<void>((resolve) => socket.close(() => resolve()));
