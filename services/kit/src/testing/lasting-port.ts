import { once } from 'node:events';
import { createServer } from 'node:net';

const taken = new Set<number>();

/**
 * A free TCP port on loopback for a server that will be killed and started again at the same address. It lies below
 * the range from which systems give ports to outgoing connections (32768 on Linux): while its server is away, a client
 * that keeps trying to reach it could otherwise be given that very port as its own.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (!taken.has(port) && (await isFree(port))) {
      taken.add(port);
      return port;
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
