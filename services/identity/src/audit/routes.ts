import { exportAudit, listAudit, verifyAudit } from '@koinonia/contracts/audit.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { actorOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { IdentityContext } from '../context.ts';
import { sendCsv } from '../csv/send-csv.ts';
import { noHead } from '../no-head.ts';
import { auditAsCsv, auditFor, verifyFor } from './service.ts';

export function auditRoutes(app: Service, context: IdentityContext): void {
  app.route({ ...routeOf(listAudit), handler: async (request) => auditFor(context, actorOf(request), request.query) });

  app.route({
    ...routeOf(exportAudit),
    ...noHead,
    handler: async (request, reply) =>
      sendCsv(reply, 'audit', await auditAsCsv(context, actorOf(request), request.query)),
  });

  app.route({ ...routeOf(verifyAudit), handler: async (request) => verifyFor(context, actorOf(request)) });
}
