import { searchMessages } from '@koinonia/contracts/chat-search.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import { callerOf, routeOf } from '@koinonia/kit/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { search } from './service.ts';

export function searchRoutes(app: Service, { db }: { db: ChatDatabase }): void {
  app.route({
    ...routeOf(searchMessages),
    handler: async (request) => search(db, callerOf(request).uid, request.query),
  });
}
