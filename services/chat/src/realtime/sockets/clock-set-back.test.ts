import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatDatabase } from '../../database/schema.ts';
import type { Broadcast } from '../delivery/broadcast.ts';
import type { ChatSocket } from './chat-socket.ts';
import { createConnections } from './connections.ts';
import { createSharedMembers } from '../members/shared-members.ts';
import { followOpenChat } from './open-chat.ts';
import { type Presence, startPresence } from '../presence/presence.ts';
import { roomOfChat } from '../rooms.ts';

const log = createLog('silent', 'tests');
const bus = createMemoryBus(log);
const [ruth, ben, chatId] = [newId(), newId(), newId()];
/** Nobody has chosen any settings. */
const db = {
  selectFrom: () => ({ selectAll: () => ({ where: () => ({ execute: async () => [] }) }) }),
} as unknown as ChatDatabase;
let presence: Presence;
let heard: Map<string, (sent: unknown) => void>;
let socket: ChatSocket;

beforeEach(async () => {
  vi.useFakeTimers();
  heard = new Map();
  socket = {
    connected: true,
    rooms: new Set([roomOfChat(chatId)]),
    data: {
      uid: ruth,
      sessionId: null,
      endsAt: null,
      received: { packets: 0, bytes: 0, isAdmitted: true },
      joinsUntil: 0,
      open: null,
    },
    join: () => {},
    leave: () => {},
    emit: () => true,
    on: (event: string, listener: (sent: unknown) => void) => heard.set(event, listener),
  } as unknown as ChatSocket;
  const connections = createConnections();
  connections.add(socket);
  presence = startPresence({ db, bus, nodeId: 'here', connections, log });
  await vi.advanceTimersByTimeAsync(3000);
});
afterEach(async () => {
  await presence.close();
  vi.useRealTimers();
});

/** As when another database takes over, whose clock is right. */
const setBack = () => void vi.setSystemTime(Date.now() - 1_200_000);

test('the people of a node that ended without a word are gone after a minute', async () => {
  await bus.publish('peopleHere', { node: 'elsewhere', people: [ben] });
  await vi.advanceTimersByTimeAsync(3000);
  expect(presence.among(ruth, new Set([ben]))).toEqual([ben]);
  setBack();
  await vi.advanceTimersByTimeAsync(65_000);
  expect(presence.among(ruth, new Set([ben]))).toEqual([]);
});

test('who types is shown to type, before and after', async () => {
  const typists: string[] = [];
  const broadcast = { toTyping: (_chatId, typist) => void typists.push(typist) } as Partial<Broadcast> as Broadcast;
  followOpenChat(socket, { membersOf: createSharedMembers(db), presence, broadcast, log });
  heard.get('openChat')?.(null);
  await vi.advanceTimersByTimeAsync(100);
  socket.data.open = { chatId, members: new Set([ruth, ben]), seesOthers: true };
  heard.get('typing')?.(undefined);
  setBack();
  await vi.advanceTimersByTimeAsync(2000);
  heard.get('typing')?.(undefined);
  expect(typists).toEqual([ruth, ruth]);
});
