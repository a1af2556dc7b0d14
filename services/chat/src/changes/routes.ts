import * as calls from '@koinonia/contracts/chat.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { TellMessages } from '../messages/tell-messages.ts';
import type { Messenger } from '@koinonia/kit/work/messenger.ts';
import { deleteMessage, editMessage, versionsOf } from './service.ts';

interface Dependencies {
  db: ChatDatabase;
  tellMessages: TellMessages;
  withdrawals: Messenger;
}

export function changeRoutes(app: Service, dependencies: Dependencies): void {
  const placeOf = (caller: { uid: string }, { id, messageId }: { id: string; messageId: string }) => ({
    caller: caller.uid,
    chatId: id,
    messageId,
  });

  app.route({
    ...routeOf(calls.editMessage),
    handler: async (request) => editMessage(dependencies, placeOf(callerOf(request), request.params), request.body),
  });

  app.route({
    ...routeOf(calls.deleteMessage),
    handler: async (request) => deleteMessage(dependencies, placeOf(callerOf(request), request.params)),
  });

  app.route({
    ...routeOf(calls.listVersions),
    handler: async (request) => versionsOf(dependencies.db, placeOf(callerOf(request), request.params)),
  });
}
