import { totalHeader } from '@koinonia/contracts/common.ts';
import { invitePeople, listInvitations, maxCsvCallBytes, withdrawInvitation } from '@koinonia/contracts/invitations.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { actorOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { IdentityContext } from '../context.ts';
import { inviteByCsv, openInvitationsFor, withdrawAs } from './service.ts';

export function invitationRoutes(app: Service, context: IdentityContext): void {
  app.route({
    ...routeOf(invitePeople),
    bodyLimit: maxCsvCallBytes,
    handler: async (request) => inviteByCsv(context, actorOf(request), request.body),
  });

  app.route({
    ...routeOf(listInvitations),
    handler: async (request, reply) => {
      const { invitations, total } = await openInvitationsFor(context, actorOf(request), request.query);
      return reply.header(totalHeader, String(total)).send(invitations);
    },
  });

  app.route({
    ...routeOf(withdrawInvitation),
    handler: async (request, reply) => {
      await withdrawAs(context, actorOf(request), request.params.id);
      return reply.code(204).send();
    },
  });
}
