import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { isLoopbackUrl } from '@koinonia/kit/process/config.ts';
import { isFree } from '@koinonia/kit/process/free-port.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { keepIssuer, type KeptIssuer, makeSecrets, readKeptIssuer } from './kept-issuer.ts';
import { demoPeople, type DemoPerson } from './people.ts';
import { clientId, createProvider } from './provider.ts';
import { createRequestHandler } from './requests.ts';

/** Loopback and nothing else: everyone who can reach it may sign in as anybody. */
const host = '127.0.0.1';

export interface DemoSignIn {
  /** For OIDC_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, ALLOWED_DOMAIN and ADMIN_EMAILS. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  domain: string;
  adminEmails: string[];
  people: DemoPerson[];
  close(): Promise<void>;
}

/**
 * Starts our own OpenID provider in place of Google on a developer's machine: people choose from a list who they are.
 * Rejects when the product can be reached from other machines, and when its port is taken.
 */
export async function startDemoSignIn(options: {
  publicUrl: string;
  dataDir: string;
  domain?: string | undefined;
  port?: number | undefined;
  log: Logger;
}): Promise<DemoSignIn> {
  const { publicUrl, dataDir, log, domain = 'base.example' } = options;
  if (!isLoopbackUrl(publicUrl)) {
    throw new Error(
      `The demo sign-in lets anybody be anybody, so it exists on this machine only, and PUBLIC_URL is ${publicUrl}. ` +
        'Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or use an address of this machine.',
    );
  }
  const earlier = await readKeptIssuer(dataDir);
  const server = await listen(portsToTry(publicUrl, earlier, options.port));
  try {
    const { port } = server.address() as AddressInfo;
    const kept = { ...(earlier ?? (await makeSecrets())), port };
    if (earlier?.port !== port) await keepIssuer(dataDir, kept);
    const issuer = `http://${host}:${port}`;
    const { people, adminEmails } = demoPeople(domain);
    const origins = spellingsOf(publicUrl);
    const redirectUris = origins.map((origin) => `${origin}/api/session/callback`);
    const provider = createProvider({ issuer, kept, people, redirectUris, log });
    server.on('request', await createRequestHandler({ provider, people, origins, log }));
    return {
      issuer,
      clientId,
      clientSecret: kept.clientSecret,
      domain,
      adminEmails,
      people,
      close: () => close(server),
    };
  } catch (error) {
    await close(server);
    throw error;
  }
}

/** The port of earlier starts, because people's identities depend on this address; at first one near the product's port. */
function portsToTry(publicUrl: string, earlier: KeptIssuer | null, wanted: number | undefined): number[] {
  const known = wanted ?? earlier?.port;
  if (known !== undefined) return [known];
  const near = Number(new URL(publicUrl).port || 80) + 10;
  return [...Array.from({ length: 20 }, (_, index) => near + index).filter((port) => port <= 65_535), 0];
}

async function listen(ports: number[]): Promise<Server> {
  for (const [index, port] of ports.entries()) {
    const isLast = index === ports.length - 1;
    // It may have been promised to somebody who listens there only later.
    if (!isLast && !(await isFree(port))) continue;
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, 'listening');
      return server;
    } catch (cause) {
      if (!isLast) continue;
      throw new Error(`The demo sign-in needs port ${port}, which is taken or not allowed.`, { cause });
    }
  }
  throw new Error('no port to listen on');
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** People type either name of their own machine. */
function spellingsOf(publicUrl: string): string[] {
  const { protocol, port, origin } = new URL(publicUrl);
  const others = ['localhost', '127.0.0.1'].map((name) => `${protocol}//${name}${port && `:${port}`}`);
  return [...new Set([origin, ...others])];
}
