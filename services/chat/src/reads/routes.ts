import { markRead } from '@koinonia/contracts/chat.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import { chatNotFound } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { markUnread, moveReadPosition } from './queries.ts';
import type { TellDevices } from '../chats/tell-devices.ts';

/** The statement itself checks the membership: this call is made for every message that is read. */
export function readRoutes(app: Service, { db, tellDevices }: { db: ChatDatabase; tellDevices: TellDevices }): void {
  app.route({
    ...routeOf(markRead),
    handler: async (request, reply) => {
      const { uid } = callerOf(request);
      const { id } = request.params;
      if (!isOwnId(id)) throw chatNotFound();
      const { body } = request;
      const outcome = await (body.seq === undefined
        ? markUnread(db, uid, id)
        : moveReadPosition(db, uid, id, { to: body.seq, mark: markOf(body) }));
      if (!outcome) throw chatNotFound();
      if (outcome.unread_changed) tellDevices.soon(uid, id);
      return reply.code(204).send();
    },
  });
}

/** Whether the chat is marked unread afterwards; undefined leaves the mark as it is. */
const markOf = ({ unread, keepsMark = false }: { unread?: boolean; keepsMark?: boolean }) =>
  unread ?? (keepsMark ? undefined : false);
