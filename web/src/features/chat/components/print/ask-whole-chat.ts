import { maxPageSize, type Message } from '@koinonia/contracts/chat.ts';
import { askPage } from '../../messages/ask-messages.ts';

export interface WholeChat {
  readonly messages: readonly Message[];
  /** Whether the messages start at the beginning of the chat. */
  readonly whole: boolean;
}

export interface Asking {
  /** Max messages to load, the newest ones. */
  readonly most: number;
  readonly signal: AbortSignal;
  /** Called with the number of messages loaded so far. */
  readonly onProgress: (count: number) => void;
}

/** Loads a chat page by page, from its end backwards. Throws when a page fails, or when the signal is aborted. */
export async function askWholeChat(chatId: string, { most, signal, onProgress }: Asking): Promise<WholeChat> {
  let messages: readonly Message[] = [];
  for (;;) {
    const limit = Math.min(maxPageSize, most - messages.length);
    const before = messages[0]?.seq;
    const page = await askPage(chatId, { limit, ...(before !== undefined && { before }) });
    signal.throwIfAborted();
    messages = [...page.messages, ...messages];
    onProgress(messages.length);
    if (page.first || messages.length >= most) return { messages, whole: page.first || messages[0]?.seq === 1 };
  }
}
