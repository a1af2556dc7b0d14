import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** A Redis for one test that can be killed and started again at the same address, empty. */
export interface OwnRedis {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills it, and starts it again after so many ms. */
  outage(ms: number): Promise<void>;
  /** Freezes it until `thaw`: it exists but answers nothing, as on a machine that swaps. */
  freeze(): void;
  thaw(): void;
  /** Ends the connections of all subscribers; publishers keep theirs. */
  dropSubscribers(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnRedis(dataDir: string): Promise<OwnRedis> {
  const port = await freePort();
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
