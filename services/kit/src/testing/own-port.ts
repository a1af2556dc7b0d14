import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { freePort } from '../free-port.ts';

/**
 * A port for a server of a test, which listens there later, or again and again. Until this process ends no other one is
 * given it, by this or by `freePort`: tests run beside one another, and a server that is killed is away for a while.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await keep(port)) return port;
  }
}

/** Keeps the port of the same number for datagrams, which nobody uses: of those who are in time, one gets it. */
async function keep(port: number): Promise<boolean> {
  const mark = createSocket('udp4');
  try {
    mark.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(mark, 'listening');
    mark.unref();
    return true;
  } catch {
    mark.close();
    return false;
  }
}
