import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { freePort } from '../free-port.ts';

/**
 * A port for a test's server, which listens there later, or repeatedly. Until this process ends, no other process gets
 * it from here or from `freePort`: tests run in parallel, and a server that is killed is away for a while.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await keep(port)) return port;
  }
}

/** Reserves the port by binding the UDP port of the same number, which nobody uses: only one process can bind it. */
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
