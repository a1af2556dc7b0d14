import { react as reactCall } from '@koinonia/contracts/chat.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { Broadcast } from '../realtime/delivery/broadcast.ts';
import { react } from './service.ts';

export function reactionRoutes(app: Service, dependencies: { db: ChatDatabase; broadcast: Broadcast }): void {
  app.route({
    ...routeOf(reactCall),
    handler: async (request) => react(dependencies, callerOf(request).uid, request.body),
  });
}
