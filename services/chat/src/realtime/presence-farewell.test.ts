import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChatDatabase } from '../database/schema.ts';
import type { ChatSocket } from './chat-socket.ts';
import { createConnections } from './connections.ts';
import { startPresence } from './presence.ts';

afterEach(() => void vi.useRealTimers());

test('the last that others hear of a node is that nobody is there any more, also when it ends during a look', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const held = Promise.withResolvers<[]>();
  const read = vi.fn<() => Promise<[]>>(() => held.promise);
  const db = {
    selectFrom: () => ({ selectAll: () => ({ where: () => ({ execute: read }) }) }),
  } as unknown as ChatDatabase;
  const said: string[][] = [];
  const bus = {
    subscribe: () => {},
    publish: async (_topic: 'peopleHere', { people }: { people: string[] }) => void said.push(people),
  } as Partial<Bus> as Bus;
  const connections = createConnections();
  connections.add({ data: { uid: newId(), open: null } } as ChatSocket);

  const presence = startPresence({ db, bus, nodeId: 'here', connections, log: createLog('silent', 'tests') });
  await vi.advanceTimersByTimeAsync(2000);
  expect(read).toHaveBeenCalledOnce();
  const closed = presence.close();
  held.resolve([]);
  await closed;
  await new Promise(setImmediate);
  expect(said).toEqual([[]]);
});
