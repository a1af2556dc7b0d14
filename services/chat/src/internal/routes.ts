import { checkMember } from '@koinonia/contracts/chat.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import { requireProcess, routeOf } from '@koinonia/kit/routes.ts';
import { isMember } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';

/** What the other services ask; never passed on from outside. */
export function internalRoutes(app: Service, { db }: { db: ChatDatabase }): void {
  app.addHook('preHandler', requireProcess);

  app.route({
    ...routeOf(checkMember),
    handler: async (request) => ({ isMember: await isMember(db, request.body.uid, request.params.id) }),
  });
}
