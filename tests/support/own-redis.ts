import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { ownPort } from '@koinonia/kit/testing/own-port.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** A Redis of one test's own that can be killed and started again at the same address, empty. */
export interface OwnRedis {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Killed, and back after so many ms. */
  outage(ms: number): Promise<void>;
  /** It is there and answers nothing, as on a machine that swaps, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends the connections of all who listen to what is published; those who publish keep theirs. */
  dropSubscribers(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnRedis(dataDir: string): Promise<OwnRedis> {
  const port = await ownPort();
  let server: RedisServer | null = await startRedis({ dataDir, port });
  const { url } = server;

  async function end(signal: NodeJS.Signals) {
    await server?.stop(signal);
    server = null;
  }
  async function start() {
    server ??= await startRedis({ dataDir, port });
  }
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    async outage(ms) {
      await end('SIGKILL');
      await wait(ms);
      await start();
    },
    freeze: () => server?.signal('SIGSTOP'),
    thaw: () => server?.signal('SIGCONT'),
    async dropSubscribers() {
      const redis = new Redis(url);
      await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      redis.disconnect();
    },
    stop: () => end('SIGTERM'),
  };
}
