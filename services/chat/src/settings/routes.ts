import { changeChatSettings, getChatSettings } from '@koinonia/contracts/chat-settings.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { changeSettings, settingsOf } from './queries.ts';

export function settingsRoutes(app: Service, { db, bus }: { db: ChatDatabase; bus: Bus }): void {
  app.route({
    ...routeOf(getChatSettings),
    handler: async (request) => settingsOf(db, callerOf(request).uid),
  });

  app.route({
    ...routeOf(changeChatSettings),
    handler: async (request) => {
      const { uid } = callerOf(request);
      const settings = await changeSettings(db, uid, request.body);
      void bus.publish('chatSettingsChanged', { uid });
      return settings;
    },
  });
}
