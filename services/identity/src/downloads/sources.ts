import {
  listOwnChats,
  listOwnMessages,
  listOwnReactions,
  type OwnMessage,
  type OwnReaction,
} from '@koinonia/contracts/chat-internal.ts';
import { listOwnFiles, type OwnFile, readOwnFile } from '@koinonia/contracts/media-internal.ts';
import type { IdentityContext } from '../context.ts';

const atOnce = 500;

/** The person's data in the other services, read page by page: only one page is ever in memory. */
export function sourcesOf({ chat, media }: Pick<IdentityContext, 'chat' | 'media'>, id: string) {
  const params = { id };
  return {
    chats: () => chat.call(listOwnChats, { params }),
    openFile: (fileId: string) => media.open(readOwnFile, { params: { id, fileId } }),

    messages: (chatId: string) =>
      eachOf<OwnMessage, number>(
        0,
        (after) => chat.call(listOwnMessages, { params, body: { chatId, after, limit: atOnce } }),
        ({ seq }) => seq,
      ),
    reactions: () =>
      eachOf<OwnReaction, { messageId: string; emoji: string } | null>(
        null,
        (after) => chat.call(listOwnReactions, { params, body: { after, limit: atOnce } }),
        ({ messageId, emoji }) => ({ messageId, emoji }),
      ),
    files: () =>
      eachOf<OwnFile, string | null>(
        null,
        (after) => media.call(listOwnFiles, { params, body: { after, limit: atOnce } }),
        (last) => last.id,
      ),
  };
}

/** Reads a list until an empty page; each page begins after the place of the previous one's last entry. */
async function* eachOf<Entry, Place>(
  beginning: Place,
  pageAfter: (place: Place) => Promise<Entry[]>,
  placeOf: (last: Entry) => Place,
): AsyncGenerator<Entry> {
  for (let place = beginning; ;) {
    const page = await pageAfter(place);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    place = placeOf(last);
  }
}

export type Sources = ReturnType<typeof sourcesOf>;
