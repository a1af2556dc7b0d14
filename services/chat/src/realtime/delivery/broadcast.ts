import type { ServerEventName, ServerEventPayload } from '@koinonia/contracts/socket-events.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ChatMetrics } from '../../metrics.ts';
import type { ChatServer } from '../sockets/chat-socket.ts';
import type { AboutMessage, FanOut } from './fan-out.ts';
import { frameOf } from './frames.ts';
import { roomOfChat, roomOfPerson, roomOfTyping } from '../rooms.ts';

/**
 * Sends events to sockets on all nodes. Events to other nodes may get lost without an error; the sweeps make up for that.
 * It never throws, and nothing waits for it.
 */
export interface Broadcast {
  /** To all sockets that joined the chat, except those of people who may not see the message that it is about. */
  toChat<Name extends ServerEventName>(
    chatId: string,
    event: Name,
    payload: ServerEventPayload<Name>,
    about: AboutMessage,
  ): void;
  /** To the sockets that have the chat open, except those of the person who types. */
  toTyping(chatId: string, typist: string): void;
  toPeople<Name extends ServerEventName>(uids: readonly string[], event: Name, payload: ServerEventPayload<Name>): void;
  toEveryone<Name extends ServerEventName>(event: Name, payload: ServerEventPayload<Name>): void;
}

export function createBroadcast(options: {
  io: ChatServer;
  fanOut: FanOut;
  metrics: ChatMetrics;
  log: Logger;
}): Broadcast {
  const { io, fanOut, metrics, log } = options;

  function emit(rooms: string[], except: string[], event: ServerEventName, payload: unknown) {
    metrics.fanOut.inc({ event });
    try {
      const target = io.to(rooms).except(except);
      (target.emit as (event: string, payload: unknown) => void).call(target, event, payload);
    } catch (err) {
      // The change is committed already: its caller must not report a failure.
      log.error({ err, event }, 'an event could not be told');
    }
  }

  return {
    toChat(chatId, event, payload, about) {
      metrics.fanOut.inc({ event });
      fanOut.toRoom(roomOfChat(chatId), frameOf(event, payload), about);
    },
    toTyping(chatId, typist) {
      emit([roomOfTyping(chatId)], [roomOfPerson(typist)], 'typing', { chatId, userId: typist });
    },
    toPeople(uids, event, payload) {
      if (uids.length > 0) emit(uids.map(roomOfPerson), [], event, payload);
    },
    toEveryone(event, payload) {
      emit([], [], event, payload);
    },
  };
}
