import * as calls from '@koinonia/contracts/chat-internal.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { ownChatsOf, ownMessagesOf, ownReactionsOf } from './service.ts';

/** Calls from identity when a person downloads everything that is stored about them. For our own processes only. */
export function ownWordsRoutes(app: Service, { db }: { db: ChatDatabase }): void {
  app.route({ ...routeOf(calls.listOwnChats), handler: async ({ params }) => ownChatsOf(db, params.id) });

  app.route({
    ...routeOf(calls.listOwnMessages),
    handler: async ({ params, body }) => ownMessagesOf(db, params.id, body),
  });

  app.route({
    ...routeOf(calls.listOwnReactions),
    handler: async ({ params, body }) => ownReactionsOf(db, params.id, body),
  });
}
