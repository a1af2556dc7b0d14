import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { Redis } from 'ioredis';

export interface RedisServer {
  url: string;
  signal(name: NodeJS.Signals): void;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A real Redis on loopback that stores nothing on disk. `REDIS_SERVER` names the program, otherwise `redis-server`. */
export async function startRedis(options: { dataDir: string; port?: number }): Promise<RedisServer> {
  const port = options.port ?? (await freePort());
  const program = process.env['REDIS_SERVER'] ?? 'redis-server';
  const settings = {
    bind: '127.0.0.1',
    // A process in its own network has another source address, though it connects to this one.
    'protected-mode': 'no',
    port: String(port),
    dir: options.dataDir,
    save: '',
    appendonly: 'no',
    // Keeps its arguments visible, by which the remains of a run are found.
    'set-proc-title': 'no',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(program, args, { stdio: 'ignore' });
  const exited = once(server, 'exit');
  exited.catch(() => {});
  await answering(port, exited, program);
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (name) => void server.kill(name),
    async stop(signal = 'SIGTERM') {
      server.kill(signal);
      await exited;
    },
  };
}

async function answering(port: number, exited: Promise<unknown>, program: string) {
  let ended = false;
  void exited.then(
    () => (ended = true),
    () => (ended = true),
  );
  for (;;) {
    const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => {});
    try {
      await redis.connect();
      await redis.ping();
      return;
    } catch (cause) {
      if (ended) throw new Error(`${program} did not start`, { cause });
      await wait(20);
    } finally {
      redis.disconnect();
    }
  }
}
