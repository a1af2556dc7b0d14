import { defaultPageSize } from '@koinonia/contracts/chat.ts';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { isOnline } from '../../../lib/online.ts';
import { Retry } from '../../../lib/retry.ts';
import { loadedAfter, loadedBefore, logStateOf } from '../model/message-log.ts';
import type { LogChange } from './chat-log.ts';
import type { ChatWindow } from './chat-window.ts';
import type { askPage } from './ask-messages.ts';

interface ChatEdgesParts {
  readonly ask: typeof askPage;
  /** A page has come, or could not be loaded. */
  readonly onLoaded: () => Promise<void>;
  /** Tries again what could not be loaded. */
  readonly retry: () => void;
}

/** Loads the page before or after what a chat's window holds, for somebody who scrolls to its edge. */
export class ChatEdges {
  readonly #chatId: string;
  readonly #window: ChatWindow;
  readonly #parts: ChatEdgesParts;
  /** Does nothing without a network. */
  readonly #retry = new Retry(() => isOnline() && this.#parts.retry());

  constructor(chatId: string, window: ChatWindow, parts: ChatEdgesParts) {
    this.#chatId = chatId;
    this.#window = window;
    this.#parts = parts;
  }

  end() {
    this.#retry.stop();
  }

  async loadOlder(): Promise<void> {
    const { log, older } = this.#window.now;
    const before = log.messages[0]?.seq;
    if (before === undefined || log.whole || older !== 'idle') return;
    await this.#load('older', async () => {
      const asked = { ...logStateOf(log), before };
      const page = await this.#parts.ask(this.#chatId, { before, limit: defaultPageSize });
      return (now) => loadedBefore(now, page, asked);
    });
  }

  async loadNewer(): Promise<void> {
    const { log, newer } = this.#window.now;
    if (log.live || newer !== 'idle') return;
    await this.#load('newer', async () => {
      const asked = { ...logStateOf(log), after: log.last };
      const page = await this.#parts.ask(this.#chatId, { after: log.last, limit: defaultPageSize });
      return (now) => loadedAfter(now, page, asked);
    });
  }

  async #load(edge: 'older' | 'newer', ask: () => Promise<LogChange>) {
    this.#window.set({ [edge]: 'loading' });
    try {
      this.#window.change(await ask(), { [edge]: 'idle' });
      this.#retry.succeeded();
    } catch (error) {
      this.#window.set({ [edge]: 'away' });
      if (!wasRefused(error)) this.#retry.later();
    }
    await this.#parts.onLoaded();
  }
}
