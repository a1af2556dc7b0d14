import { type Chat, createChat, markRead, type Message, react, sendMessage } from '@koinonia/contracts/chat.ts';
import { getMe } from '@koinonia/contracts/identity.ts';
import { demoTokens } from '@koinonia/infra/demo/flood/tokens.ts';
import { firstPeople } from '@koinonia/infra/demo/people/people.ts';
import pg from 'pg';
import { createApi } from '../support/api.ts';
import { databaseOf } from '../support/long-chat.ts';
import type { SoloProcess } from '../support/solo-process.ts';

/** A demo person who uses calls, where others use their browsers. */
export interface Colleague {
  readonly uid: string;
  opens(others: readonly Colleague[], name?: string): Promise<Chat>;
  says(
    chat: Chat,
    text: string,
    more?: { attachmentUrl?: string; replyTo?: number; mentions?: string[] },
  ): Promise<Message>;
  reactsTo(message: Message, emoji: string): Promise<void>;
  reads(chat: Chat, seq: number): Promise<void>;
  /** Uploads a picture by one of the upload calls; returns its address. */
  uploads(path: string, field: string, picture: Buffer, name: string): Promise<string>;
}

/** The person of the demo with this account: `ruth`, say. */
export async function colleague(base: SoloProcess, account: string): Promise<Colleague> {
  const somebody = firstPeople(13, 'base.example').find(({ subject }) => subject === `demo-${account}`);
  if (!somebody) throw new Error(`nobody has the account ${account}`);
  const token = await (await demoTokens(base.dataDir))(somebody);
  const api = createApi([base.process.url], token);
  const { uid } = await api.call(getMe);
  return {
    uid,
    opens: (others, name) =>
      api.call(createChat, {
        body: { users: others.map((one) => one.uid), isGroup: name !== undefined, ...(name !== undefined && { name }) },
      }),
    says: (chat, text, more = {}) => api.call(sendMessage, { body: { chatId: chat.id, text, ...more } }),
    async reactsTo(message, emoji) {
      await api.call(react, { body: { chatId: message.chatId, messageId: message.id, emoji, on: true } });
    },
    async reads(chat, seq) {
      await api.call(markRead, { params: { id: chat.id }, body: { seq } });
    },
    async uploads(path, field, picture, name) {
      const body = new FormData();
      body.set(field, new Blob([new Uint8Array(picture)], { type: 'image/png' }), name);
      const answer = await fetch(base.process.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body,
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { url: string }).url;
    },
  };
}

/** Spreads messages sent within a second over a realistic time: the last one so many minutes ago, `apart` minutes each. */
export async function setBack(base: SoloProcess, chat: Chat, minutesAgo: number, apart: number): Promise<void> {
  const client = new pg.Client(await databaseOf(base.dataDir));
  await client.connect();
  try {
    await client.query(
      `update chat.messages set created_at = now() - ($2 + (chats.last_seq - seq) * $3) * interval '1 minute'
       from chat.chats where chats.id = $1 and chat_id = $1`,
      [chat.id, minutesAgo, apart],
    );
    await client.query(`update chat.chats set last_message_at = now() - $2 * interval '1 minute' where id = $1`, [
      chat.id,
      minutesAgo,
    ]);
  } finally {
    await client.end();
  }
}
