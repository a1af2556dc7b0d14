import { listMessages, type Message } from '@koinonia/contracts/chat.ts';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { requireList } from '../../../lib/api/required.ts';
import type { Page } from '../model/message-log.ts';
import { messagesOf } from '../model/normalise.ts';

/** The page to ask for; without a place, the newest one. */
export interface PageQuery {
  readonly limit: number;
  readonly after?: number;
  readonly before?: number;
  readonly around?: number;
  readonly changedAfter?: number;
}

export const askMessages = async (chatId: string, query: PageQuery): Promise<Message[]> =>
  messagesOf(requireList(await request(listMessages, { params: { id: chatId }, query })));

/** Fetches a page of consecutive messages. A page shorter than its limit reaches the end on that side. */
export async function askPage(chatId: string, query: PageQuery): Promise<Page> {
  const messages = await askMessages(chatId, query);
  const { limit, before, after, around } = query;
  if (around !== undefined) {
    const older = messages.filter(({ seq }) => seq <= around).length;
    return {
      messages,
      first: older < Math.ceil(limit / 2),
      last: messages.length - older < Math.floor(limit / 2),
    };
  }
  const short = messages.length < limit;
  const last = after === undefined ? before === undefined : short;
  return { messages, first: after === undefined && short, last };
}

interface Pages {
  /** Undefined if there is no such page. */
  page(chatId: string, query: PageQuery): Promise<Page | undefined>;
}

/** As `askPage`, but if the server cannot give a page, this device does. */
export const pageFrom =
  (onDevice: Pages): typeof askPage =>
  async (chatId, query) => {
    try {
      return await askPage(chatId, query);
    } catch (error) {
      const kept = wasRefused(error) ? undefined : await onDevice.page(chatId, query).catch(() => undefined);
      if (kept === undefined) throw error;
      return kept;
    }
  };
