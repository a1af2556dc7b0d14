import { type Audience, createCallerVerifier } from '../calls/caller-statement.ts';
import { buildService, type Service } from '../http/build-service.ts';
import { requireProcess, requireStatements } from '../http/routes.ts';
import { createLog } from '../observing/log.ts';
import { testSecret } from './callers.ts';

/** Answers our own processes over real HTTP in place of a service; `app` is for routes that are not internal. */
export async function startStandIn(name: Audience, routes: (inside: Service, app: Service) => void, port = 0) {
  const app = buildService({ name, log: createLog('silent', name) });
  await app.register(async (inside: Service) => {
    requireStatements(app, inside, createCallerVerifier(testSecret, name));
    inside.addHook('onRequest', requireProcess);
    routes(inside, app);
  });
  const url = await app.listen({ host: '127.0.0.1', port });
  return { url, close: () => app.close() };
}
