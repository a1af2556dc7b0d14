import { searchMessages } from '@koinonia/contracts/chat-search.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { search } from './service.ts';
import type { ToldPlaces } from './told-places.ts';

export function searchRoutes(app: Service, { db, toldPlaces }: { db: ChatDatabase; toldPlaces: ToldPlaces }): void {
  app.route({
    ...routeOf(searchMessages),
    async handler(request) {
      const { uid } = callerOf(request);
      const { before: told, ...asked } = request.query;
      const before = told === undefined ? undefined : await toldPlaces.placeOf(uid, told);
      const { messages, next } = await search(db, uid, { ...asked, before });
      return { messages, next: next === null ? null : await toldPlaces.tell(uid, next) };
    },
  });
}
