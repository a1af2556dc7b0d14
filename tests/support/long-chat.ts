import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedUrl } from '@koinonia/infra/solo/embedded-postgres.ts';
import pg from 'pg';

/** The address of the PostgreSQL that runs on `<dataDir>/postgres`. */
export async function databaseOf(dataDir: string): Promise<string> {
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  return embeddedUrl(Number(port), (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim());
}

/**
 * Writes messages into a chat, from 'Line 1' or after those that were written so before, up to this number, a minute apart:
 * faster than people could.
 */
export async function fillChat(
  databaseUrl: string,
  chatId: string,
  senderId: string,
  count: number,
  before = 0,
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into chat.messages (id, chat_id, seq, sender_id, text, created_at)
       select gen_random_uuid(), $1, n, $2, 'Line ' || n || repeat(' and so on', n * 7 % 11), now() - ($3 - n) * interval '1 minute'
       from generate_series($4::int + 1, $3::int) as n`,
      [chatId, senderId, count, before],
    );
    await client.query('update chat.chats set last_seq = $2, last_message_at = now() where id = $1', [chatId, count]);
    await client.query('commit');
    await client.query('analyze chat.messages');
  } finally {
    await client.end();
  }
}
