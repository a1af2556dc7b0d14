import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const given = new Set<number>();

/**
 * A free TCP port on loopback, for a server that will listen there a moment later, or repeatedly. It lies below the range
 * for outgoing connections (from 32768 on Linux): the system could give such a port to a connection before the server
 * listens, or while it is away. Each port is given out once.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}

/** Whether nobody listens there, and nobody has reserved the port by its UDP port (`testing/own-port.ts`). */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const mark = createSocket('udp4');
  mark.bind({ port, address: '127.0.0.1', exclusive: true });
  const both = await Promise.allSettled([once(server, 'listening'), once(mark, 'listening')]);
  await Promise.all([closed(server), closed(mark)]);
  return both.every(({ status }) => status === 'fulfilled');
}

const closed = (socket: Server | Socket) => new Promise<void>((resolve) => socket.close(() => resolve()));
