import { changeChatSettings, getChatSettings } from '@koinonia/contracts/chat-settings.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { changeSettings, selectSettings } from './queries.ts';

export function settingsRoutes(app: Service, { db, bus }: { db: ChatDatabase; bus: Bus }): void {
  const own = (uid: string): string => {
    if (!isOwnId(uid)) throw notFound('person');
    return uid;
  };

  app.route({
    ...routeOf(getChatSettings),
    handler: async (request) => {
      const uid = own(callerOf(request).uid);
      const settings = (await selectSettings(db, [uid])).get(uid);
      if (!settings) throw notFound('person');
      return settings;
    },
  });

  app.route({
    ...routeOf(changeChatSettings),
    handler: async (request) => {
      const uid = own(callerOf(request).uid);
      const settings = await changeSettings(db, uid, request.body);
      void bus.publish('chatSettingsChanged', { uid });
      return settings;
    },
  });
}
