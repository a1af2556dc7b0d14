import * as calls from '@koinonia/contracts/own-words.ts';
import type { OwnFile, OwnMessage, OwnReaction } from '@koinonia/contracts/own-words.ts';
import type { ServiceClient } from '@koinonia/kit/service-client.ts';

const atOnce = 500;

/** The person's data in the other services, read page by page: only one page is ever in memory. */
export function sourcesOf({ chat, media }: { chat: ServiceClient; media: ServiceClient }, id: string) {
  const params = { id };
  return {
    chats: () => chat.call(calls.listOwnChats, { params }),
    openFile: (fileId: string) => media.open(calls.readOwnFile, { params: { id, fileId } }),

    async *messages(chatId: string): AsyncGenerator<OwnMessage> {
      for (let after = 0; ;) {
        const page = await chat.call(calls.listOwnMessages, { params, body: { chatId, after, limit: atOnce } });
        yield* page;
        const last = page.at(-1);
        if (!last || page.length < atOnce) return;
        after = last.seq;
      }
    },

    async *reactions(): AsyncGenerator<OwnReaction> {
      for (let after: { messageId: string; emoji: string } | null = null; ;) {
        const page: OwnReaction[] = await chat.call(calls.listOwnReactions, { params, body: { after, limit: atOnce } });
        yield* page;
        const last = page.at(-1);
        if (!last || page.length < atOnce) return;
        after = { messageId: last.messageId, emoji: last.emoji };
      }
    },

    async *files(): AsyncGenerator<OwnFile> {
      for (let after: string | null = null; ;) {
        const page: OwnFile[] = await media.call(calls.listOwnFiles, { params, body: { after, limit: atOnce } });
        yield* page;
        const last = page.at(-1);
        if (!last || page.length < atOnce) return;
        after = last.id;
      }
    },
  };
}

export type Sources = ReturnType<typeof sourcesOf>;
