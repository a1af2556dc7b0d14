import type { Logger } from 'pino';
import type { Service } from '../http/build-service.ts';
import { ConfigError } from './config.ts';

/**
 * Connections that the system accepts while we are busy. After a fault everyone comes back at once; a rejected connection
 * would be retried only after a second, too late for its caller.
 */
const backlog = 4096;

/**
 * Makes a service listen and logs its address, as a line with `"msg":"listening"` and its `url`. Port 0 takes a free one.
 * Returns the origin to reach it at from this machine, such as `http://127.0.0.1:8103`. Rejects with the system's own error
 * (`EADDRINUSE`, `EACCES`) when the port is not available, and with `ConfigError` when the host is not ours.
 */
export async function listen(app: Service, where: { host: string; port: number }, log: Logger): Promise<string> {
  const listenTextResolver = (address: string) => `reachable at ${address}`;
  // Where 'localhost' has two addresses, Fastify would open a second server, of which nothing else here knows.
  const host = where.host === 'localhost' ? '127.0.0.1' : where.host;
  await app.listen({ host, port: where.port, backlog, listenTextResolver }).catch((cause: unknown) => {
    if (!isAboutHost(cause)) throw cause;
    throw new ConfigError(`HOST: nobody can listen on '${where.host}' (${cause.code})`, { cause });
  });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const url = `http://${reachable(where.host)}:${address.port}`;
  log.info({ url }, 'listening');
  return url;
}

/** Whether an address could not be found or taken, for another reason than its port. */
function isAboutHost(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return false;
  const isOfPort = error.code === 'EADDRINUSE' || error.code === 'EACCES';
  return (error.syscall === 'listen' || error.syscall === 'getaddrinfo') && !isOfPort;
}

/** The wildcard addresses (`0.0.0.0`, `::`) are not addresses that a client could call. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
