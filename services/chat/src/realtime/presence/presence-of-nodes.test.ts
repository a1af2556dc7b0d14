import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatDatabase } from '../../database/schema.ts';
import type { ChatSocket } from '../sockets/chat-socket.ts';
import { createConnections } from '../sockets/connections.ts';
import { startPresence } from './presence.ts';

const log = createLog('silent', 'tests');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => void vi.useRealTimers());

/** A node with one person; `read` is what its database does when asked for settings. */
function startNode(bus: Bus, read: () => Promise<[]>) {
  const db = {
    selectFrom: () => ({ selectAll: () => ({ where: () => ({ execute: read }) }) }),
  } as unknown as ChatDatabase;
  const uid = newId();
  const socket = { data: { uid, open: null } } as ChatSocket;
  const connections = createConnections();
  connections.add(socket);
  const presence = startPresence({ db, bus, nodeId: newId(), connections, log });
  return { uid, presence, leave: () => connections.remove(socket) };
}

test('the last that others hear of a node is that nobody is there any more, also when it ends during a look', async () => {
  const held = Promise.withResolvers<[]>();
  const read = vi.fn<() => Promise<[]>>(() => held.promise);
  const said: string[][] = [];
  const bus = {
    subscribe: () => {},
    publish: async (_topic: 'peopleHere', { people }: { people: string[] }) => void said.push(people),
  } as Partial<Bus> as Bus;

  const { presence } = startNode(bus, read);
  await vi.advanceTimersByTimeAsync(2000);
  expect(read).toHaveBeenCalledOnce();
  const closed = presence.close();
  held.resolve([]);
  await closed;
  await new Promise(setImmediate);
  expect(said).toEqual([[]]);
});

test('an outage of the database takes nobody offline, however long it is, but those who leave', async () => {
  let isAway = false;
  const read = async (): Promise<[]> => {
    if (isAway) throw new Error('the connection has ended');
    return [];
  };
  const bus = createMemoryBus(log);
  const [ruth, ben] = [startNode(bus, read), startNode(bus, read)];
  /** Whether Ben sees Ruth, second by second. */
  async function seen(seconds: number): Promise<Set<boolean>> {
    const all = new Set<boolean>();
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      all.add(ben.presence.among(ben.uid, new Set([ruth.uid])).length > 0);
    }
    return all;
  }
  await seen(10);
  expect(await seen(1)).toEqual(new Set([true]));
  isAway = true;
  expect(await seen(90)).toEqual(new Set([true]));
  isAway = false;
  expect(await seen(10)).toEqual(new Set([true]));

  isAway = true;
  ruth.leave();
  await seen(10);
  expect(await seen(10)).toEqual(new Set([false]));
});
