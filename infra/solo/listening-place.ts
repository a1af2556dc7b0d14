import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf } from '@koinonia/kit/code-of.ts';
import { ConfigError } from '@koinonia/kit/process/config.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';

/** A free port on `host` for the product; `port` 0 finds one. Checked early, before anything is started. */
export async function findPlace(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : port;
  } catch (error) {
    throw sayWhy(error, host, port);
  } finally {
    server.close();
  }
}

function sayWhy(error: unknown, host: string, port: number): Error {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new PlainError(
      `Port ${port} is taken by another program. Stop that one, or take another: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES')
    return new PlainError(`This user may not listen on port ${port}. Take another: PORT=8080 npm start`);
  return new ConfigError(`HOST: nobody can listen on '${host}' (${code || String(error)})`, { cause: error });
}
