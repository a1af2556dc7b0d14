import { once } from 'node:events';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * A free TCP port on loopback, for a server that will listen there a moment later, or again and again. It lies below the
 * range from which systems give ports to outgoing connections (32768 on Linux): any of those could else be given that
 * very port before the server has it, or while it is away. Each is given once.
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
