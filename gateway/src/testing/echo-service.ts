import {
  type Audience,
  type Caller,
  callerHeader,
  createCallerVerifier,
} from '@koinonia/kit/calls/caller-statement.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { trunkPath } from '@koinonia/kit/trunk/trunk-frames.ts';
import Fastify, { type FastifyInstance } from 'fastify';

/** A call as a service behind the gateway received it. */
export interface Seen {
  service: Audience;
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  caller: Caller | null;
  body: string;
}

export interface EchoService {
  url: string;
  /** Every call that reached the service. */
  seen: Seen[];
  app: FastifyInstance;
  close(): Promise<void>;
}

/** A real server in place of a service; it answers every call with the call as it received it. */
export async function startEchoService(
  service: Audience,
  options: { port?: number; routes?: (app: FastifyInstance) => void } = {},
): Promise<EchoService> {
  const verify = createCallerVerifier(testSecret, service);
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });
  const seen: Seen[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.get('/healthz', async () => ({ ok: true }));
  // It accepts no trunk. The gateway asks for one now and then; that is not a call to record.
  app.get(trunkPath, (_request, reply) => reply.code(404).send());
  options.routes?.(app);
  app.all('/*', async (request) => {
    const statement = request.headers[callerHeader];
    const caller = await verify(typeof statement === 'string' ? statement : undefined).catch(() => null);
    const body = typeof request.body === 'string' ? request.body : '';
    const call = { service, method: request.method, url: request.url, headers: request.headers, caller, body };
    seen.push(call);
    return { ...call, body: body.slice(0, 200) };
  });
  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return { url, seen, app, close: () => app.close() };
}
