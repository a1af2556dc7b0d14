import type { Server as HttpServer } from 'node:http';
import type { AccessWatch } from '@koinonia/kit/auth/access-watch.ts';
import type { Authenticator } from '@koinonia/kit/auth/authenticator.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { Announce } from '../chats/tell-change.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { ChatMetrics } from '../metrics.ts';
import type { People } from '../people.ts';
import type { Trunks } from '../trunks/accept-trunks.ts';
import { guardAdmission } from './sockets/admission.ts';
import { type Broadcast, createBroadcast } from './delivery/broadcast.ts';
import { listenToBus } from './bus-listeners.ts';
import { type ChatSocket, cutOff, endForGood, enterRooms, hangUp, hangUpOnAll, wireOf } from './sockets/chat-socket.ts';
import { type Connections, createConnections } from './sockets/connections.ts';
import { drainSockets } from './sockets/drain.ts';
import { askTogether, followJoins } from './sockets/join-chats.ts';
import { createFanOut } from './delivery/fan-out.ts';
import { createMemberFollower } from './members/member-follower.ts';
import { createSharedMembers } from './members/shared-members.ts';
import { createNewcomers } from './members/newcomers.ts';
import type { NodeLink } from './delivery/node-link.ts';
import { followOpenChat } from './sockets/open-chat.ts';
import { startPatrol } from './sockets/patrol.ts';
import { startPresence } from './presence/presence.ts';
import { startProfileSweep } from './profile-sweep.ts';
import { createRoomWriter } from './delivery/room-writer.ts';
import { roomOfPerson } from './rooms.ts';
import { createSocketServer } from './sockets/socket-server.ts';
import { startSweep } from './sweep.ts';

interface Dependencies {
  httpServer: HttpServer;
  db: ChatDatabase;
  bus: Bus;
  link: NodeLink;
  trunks: Trunks;
  authenticator: Authenticator;
  watch: AccessWatch;
  people: People;
  metrics: ChatMetrics;
  log: Logger;
  sweepEvery?: number | undefined;
}

/** The realtime side of the service: sockets, their chats, and the events they get. */
export interface Realtime {
  readonly broadcast: Broadcast;
  readonly announce: Announce;
  /** Accepts no more sockets and sends the existing ones to other nodes, over this time in ms. */
  drain(over: number): Promise<void>;
  close(): Promise<void>;
}

export function createRealtime(dependencies: Dependencies): Realtime {
  const { db, bus, link, people, watch, metrics, log } = dependencies;
  let isDraining = false;
  const io = createSocketServer(dependencies.httpServer, link, dependencies.trunks, () => !isDraining);
  const connections = createConnections();
  const writer = createRoomWriter(io);
  const newcomers = createNewcomers();
  const broadcast = createBroadcast({ io, fanOut: createFanOut(link, writer, newcomers), metrics, log });
  const nodeId = newId();
  const presence = startPresence({ db, bus, nodeId, connections, log });
  const follower = createMemberFollower({ db, connections, newcomers, link, presence, log });
  const sweep = startSweep({ db, io, writer, follower, log, every: dependencies.sweepEvery });
  const patrol = startPatrol(connections, metrics);
  const profiles = startProfileSweep({ bus, people, connections, log });
  const membership = askTogether(db);
  const membersOf = createSharedMembers(db);

  guardAdmission(io, dependencies.authenticator, log);
  io.on('connection', (socket) => {
    welcome(socket, { connections, watch, metrics });
    followJoins(socket, { membership, newcomers, link, log, metrics });
    followOpenChat(socket, { membersOf, presence, broadcast, log });
  });
  endWithAccess(watch, connections);
  const tellingAdmins = listenToBus({ bus, nodeId, connections, follower, people, log });
  const catchUp = () => {
    connections.tellAll('resync', {});
    void sweep.soon();
  };
  for (const source of [bus, link]) source.onGap(catchUp);
  link.onLoss(() => broadcast.toEveryone('resync', {}));

  return {
    broadcast,
    announce(change) {
      follower.follow(change);
      const { joined, left } = change;
      void bus.publish('chatChanged', { ...change, joined: [...joined], left: [...left], node: nodeId });
    },
    async drain(over) {
      isDraining = true;
      await drainSockets(connections.all(), over);
      hangUpOnAll(io);
    },
    async close() {
      for (const one of [patrol, follower]) one.close();
      await Promise.all([sweep.close(), profiles.close(), presence.close(), tellingAdmins.close()]);
      await io.close();
      link.close();
    },
  };
}

function endWithAccess(watch: AccessWatch, connections: Connections): void {
  watch.onEnded(({ sessions, people }) => {
    for (const socket of connections.all()) {
      const { uid, sessionId } = socket.data;
      if (people.has(uid) || (sessionId !== null && sessions.has(sessionId))) endForGood(socket);
    }
  });
}

function welcome(
  socket: ChatSocket,
  { connections, watch, metrics }: { connections: Connections; watch: AccessWatch; metrics: ChatMetrics },
): void {
  const letGo = watch.hold(socket.data);
  socket.on('disconnect', (reason) => {
    letGo();
    connections.remove(socket);
    // Otherwise the connection would stay, and nothing would count it, patrol it or end it with its person's access.
    if (reason === 'client namespace disconnect') hangUp(wireOf(socket));
    if (reason !== 'ping timeout') return;
    metrics.socketsCut.inc({ reason: 'silent' });
    // Engine.IO closes it cleanly, which would wait half a minute for the answer of a client that does not answer.
    cutOff(socket);
  });
  enterRooms(socket, [roomOfPerson(socket.data.uid)]);
  const oneTooMany = connections.add(socket);
  if (!oneTooMany) return;
  metrics.socketsCut.inc({ reason: 'too_many' });
  endForGood(oneTooMany);
}
