import { listMessages, type Message } from '@koinonia/contracts/chat.ts';
import { request } from '../../../lib/api/request.ts';
import { messagesOf } from '../model/normalise.ts';

/** One of the places that a page can be asked for by; none: the newest. */
export interface PageQuery {
  readonly limit: number;
  readonly after?: number;
  readonly before?: number;
  readonly around?: number;
  readonly changedAfter?: number;
}

export const askMessages = async (chatId: string, query: PageQuery): Promise<Message[]> =>
  messagesOf(await request(listMessages, { params: { id: chatId }, query }));
