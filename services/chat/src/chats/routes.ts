import * as calls from '@koinonia/contracts/chat.ts';
import { noNewChatHeader } from '@koinonia/contracts/chat-internal.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { unlessUnchanged } from '@koinonia/kit/http/entity-tags.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { People } from '../people.ts';
import { readTogether } from '../read-together.ts';
import { changeChat } from './change-chat.ts';
import { createChat } from './create-chat.ts';
import { chatsOf, hideChat } from './service.ts';
import type { TellChange } from './tell-change.ts';
import type { TellDevices } from './tell-devices.ts';

interface Dependencies {
  db: ChatDatabase;
  people: People;
  tellChange: TellChange;
  tellDevices: TellDevices;
}

export function chatRoutes(app: Service, dependencies: Dependencies): void {
  const listOf = readTogether((uid) => chatsOf(dependencies.db, uid));

  app.route({
    ...routeOf(calls.listChats),
    onSend: unlessUnchanged,
    // Presented field by field, without validation: validating hundreds of chats takes longer than the rest of the call.
    serializerCompiler: () => (chats) => JSON.stringify(chats),
    handler: async (request) => listOf(callerOf(request).uid),
  });

  app.route({
    ...routeOf(calls.createChat),
    handler: async (request, reply) => {
      const mayBegin = request.headers[noNewChatHeader] === undefined;
      const { isNew, chat } = await createChat(dependencies, callerOf(request).uid, { ...request.body, mayBegin });
      return reply.code(isNew ? 201 : 200).send(chat);
    },
  });

  app.route({
    ...routeOf(calls.changeChat),
    handler: async (request) => changeChat(dependencies, callerOf(request).uid, request.params.id, request.body),
  });

  app.route({
    ...routeOf(calls.deleteChat),
    handler: async (request, reply) => {
      await hideChat(dependencies, callerOf(request).uid, request.params.id);
      return reply.code(204).send();
    },
  });
}
