import { fileURLToPath } from 'node:url';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { startProcess } from '@koinonia/kit/testing/start-process.ts';

const server = fileURLToPath(new URL('../../../groups/src/server.ts', import.meta.url));

/** The real groups service, as a separate process: services never import one another, not even in tests. */
export const startGroups = async (databaseUrl: string, identityUrl: string, port?: string) =>
  startProcess(server, {
    // A port of its own: a test may stop it and start it again there.
    PORT: port ?? String(await freePort()),
    DATABASE_URL: databaseUrl,
    IDENTITY_URL: identityUrl,
    INTERNAL_SECRET: testSecret,
  });
