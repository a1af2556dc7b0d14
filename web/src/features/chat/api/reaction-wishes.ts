import { react, type Message } from '@koinonia/contracts/chat.ts';
import { request } from '../../../lib/api/request.ts';
import { backoff } from '../../../lib/outbox/backoff.ts';
import { isRefusal } from '../../../lib/outbox/outbox.ts';
import { onDraftElsewhere, readDraft, writeDraft } from '../../../lib/session/drafts.ts';
import type { ReactionWishes as Wishes } from '../model/reactions.ts';
import type { MessageLogs } from './message-logs.ts';

/** What waits to be told of one message. */
interface Waiting {
  readonly chatId: string;
  readonly wishes: Wishes;
}

const draftName = 'reactions';

/**
 * Reactions that the server has not answered for. They are shown at once, laid over what the server last told, so that
 * taking a wish away is all it takes to be right again. Without a network they wait, when the window is closed too; a refusal is
 * silent (spec, section 4). Each says what is wanted and not 'the other way round', so it may be told twice.
 */
export class ReactionWishes {
  readonly #uid: string;
  readonly #logs: MessageLogs;
  #waiting: Map<string, Waiting>;
  readonly #stopListening: () => void;
  readonly #listeners = new Set<() => void>();
  #running = false;
  #stopped = false;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(uid: string, logs: MessageLogs) {
    this.#uid = uid;
    this.#logs = logs;
    this.#waiting = new Map(keptWishes(uid));
    this.#stopListening = onDraftElsewhere(uid, draftName, () => this.#become(new Map(keptWishes(uid))));
    addEventListener('online', this.sendNow);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  of(messageId: string): Wishes | undefined {
    return this.#waiting.get(messageId)?.wishes;
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#stopListening();
    removeEventListener('online', this.sendNow);
  }

  wish({ id, chatId }: Pick<Message, 'id' | 'chatId'>, emoji: string, on: boolean) {
    this.#waiting.set(id, { chatId, wishes: { ...this.of(id), [emoji]: on } });
    this.#changed();
    void this.#run();
  }

  /** The network may be back. */
  readonly sendNow = () => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#attempts = 0;
    void this.#run();
  };

  /** One after another, so that the last word on a message is the last one said. */
  async #run() {
    if (this.#running || this.#timer !== undefined) return;
    this.#running = true;
    try {
      for (let next = this.#first(); next !== undefined; next = this.#first()) {
        await this.#tell(next);
        this.#attempts = 0;
      }
    } catch {
      if (this.#stopped) return;
      this.#attempts += 1;
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        void this.#run();
      }, backoff(this.#attempts));
    } finally {
      this.#running = false;
    }
  }

  #first() {
    for (const [messageId, { chatId, wishes }] of this.#waiting)
      for (const [emoji, on] of Object.entries(wishes)) return { chatId, messageId, emoji, on };
    return undefined;
  }

  async #tell(wish: { chatId: string; messageId: string; emoji: string; on: boolean }) {
    try {
      const { ok: _, ...standing } = await request(react, { body: wish });
      this.#logs.reacted(wish.chatId, wish.messageId, standing);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    this.#granted(wish);
  }

  /** Unless somebody has changed their mind meanwhile. */
  #granted({ messageId, emoji, on }: { messageId: string; emoji: string; on: boolean }) {
    const waiting = this.#waiting.get(messageId);
    if (waiting === undefined || waiting.wishes[emoji] !== on) return;
    const { [emoji]: _, ...others } = waiting.wishes;
    if (Object.keys(others).length === 0) this.#waiting.delete(messageId);
    else this.#waiting.set(messageId, { ...waiting, wishes: others });
    this.#changed();
  }

  #changed() {
    if (this.#stopped) return;
    writeDraft(this.#uid, draftName, this.#waiting.size === 0 ? '' : JSON.stringify([...this.#waiting]));
    this.#become(this.#waiting);
  }

  #become(waiting: Map<string, Waiting>) {
    this.#waiting = waiting;
    for (const listener of this.#listeners) listener();
  }
}

function keptWishes(uid: string): [string, Waiting][] {
  try {
    return JSON.parse(readDraft(uid, draftName) || '[]') as [string, Waiting][];
  } catch {
    return [];
  }
}
