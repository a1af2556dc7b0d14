import {
  declineDeletion,
  getDeletionRequest,
  listDeletionRequests,
  requestDeletion,
  withdrawDeletionRequest,
} from '@koinonia/contracts/own-data.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { actorOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { IdentityContext } from '../context.ts';
import { declineDeletionAs, deletionRequestOf, deletionRequestsFor, setDeletionRequest } from './service.ts';

export function ownDataRoutes(app: Service, context: IdentityContext): void {
  app.route({
    ...routeOf(getDeletionRequest),
    handler: async (request) => deletionRequestOf(context, actorOf(request)),
  });

  app.route({
    ...routeOf(requestDeletion),
    handler: async (request) => setDeletionRequest(context, actorOf(request), true),
  });

  app.route({
    ...routeOf(withdrawDeletionRequest),
    handler: async (request, reply) => {
      await setDeletionRequest(context, actorOf(request), false);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(listDeletionRequests),
    handler: async (request) => deletionRequestsFor(context, actorOf(request)),
  });

  app.route({
    ...routeOf(declineDeletion),
    handler: async (request, reply) => {
      await declineDeletionAs(context, actorOf(request), request.params.id);
      return reply.code(204).send();
    },
  });
}
