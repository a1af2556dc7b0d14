import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { serverCore, startScript, stop } from '../processes.ts';
import { startStores } from '../stores.ts';
import type { Target } from '../target.ts';

const script = join(import.meta.dirname, 'socket-io-server.ts');

/** Two bare Socket.IO servers over Redis. `keeps` 'messages': each is inserted before it is emitted. */
export async function startSocketIoPair(name: string, keeps: 'nothing' | 'messages'): Promise<Target> {
  const stores = await startStores();
  if (keeps === 'messages') await makeTable(stores.postgresUrl);
  const args = [stores.redisUrl, ...(keeps === 'messages' ? [stores.postgresUrl] : [])];
  const servers = [1, 2].map(() => startScript(script, args, {}, serverCore));
  const ports = await Promise.all(servers.map(portOf));
  let chats = 0;
  return {
    name,
    places: ports.map((port) => ({ host: '127.0.0.1', port })),
    sends: 'socket',
    processes: [...servers.map(({ pid = 0 }, index) => ({ name: `node ${index + 1}`, pid })), ...stores.processes],
    people: async (count) => Array.from({ length: count }, (_, index) => ({ uid: String(index), token: '' })),
    openChats: async (members) => members.map(() => `chat-${chats++}`),
    async stop() {
      await Promise.all(servers.map(stop));
      await stores.stop();
    },
  };
}

async function portOf(server: ChildProcess): Promise<number> {
  const ended = once(server, 'exit').then(() => Promise.reject(new Error('the server did not start')));
  const [{ port }] = (await Promise.race([once(server, 'message'), ended])) as [{ port: number }];
  ended.catch(() => {});
  return port;
}

async function makeTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create table messages (
    id bigint generated always as identity primary key, chat_id text not null, sender_id text not null, text text not null,
    created_at timestamptz not null default now())`);
  await client.query('create index on messages (chat_id, id)');
  await client.end();
}
