import { listAttachments, listMessages, sendMessage as sendMessageCall } from '@koinonia/contracts/chat.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { SendMessage } from './send.ts';
import { attachmentsFor, messagesFor } from './service.ts';

export function messageRoutes(app: Service, { db, sendMessage }: { db: ChatDatabase; sendMessage: SendMessage }): void {
  app.route({
    ...routeOf(listMessages),
    handler: async (request) => messagesFor(db, callerOf(request).uid, request.params.id, request.query),
  });

  app.route({
    ...routeOf(listAttachments),
    handler: async (request) => attachmentsFor(db, callerOf(request).uid, request.params.id, request.query),
  });

  app.route({
    ...routeOf(sendMessageCall),
    handler: async (request, reply) => {
      const { isNew, message } = await sendMessage(callerOf(request).uid, request.body);
      reply.code(isNew ? 201 : 200);
      return message;
    },
  });
}
