import { typingEvery, typingLasts } from '@koinonia/contracts/socket-events.ts';
import { createListeners } from '../../../lib/listeners.ts';
import type { LiveConnection } from '../../../lib/live/live-connection.ts';

/** Who is present in the open chat, and who is typing in it. The server leaves out people who have switched this off. */
export interface ChatPresence {
  readonly chatId: string | null;
  readonly present: ReadonlySet<string>;
  readonly typing: readonly string[];
}

const nobodyPresent: ChatPresence = { chatId: null, present: new Set(), typing: [] };

const idsOf = (value: unknown) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);

/** Follows presence and typing in the chat that is open. */
export class OpenChatPresence {
  readonly #listeners = createListeners();
  readonly #typingTimers = new Map<string, ReturnType<typeof setTimeout>>();
  #live: LiveConnection | undefined;
  #presence = nobodyPresent;
  #toldTypingAt = -Infinity;

  readonly snapshot = () => this.#presence;

  readonly subscribe = this.#listeners.subscribe;

  /** Listens to the connection until the returned function is called. */
  start(live: LiveConnection): () => void {
    this.#live = live;
    const ends = [
      // The server answers only for chats that were joined.
      live.on('joined', () => void this.#ask()),
      live.on('chatCreated', () => void this.#ask()),
      live.on('presence', (payload) => this.#peopleChanged(payload as Record<string, unknown>)),
      live.on('typing', (payload) => this.#typed(payload as Record<string, unknown>)),
      live.on('newMessage', (payload) => this.#spoke(payload as Record<string, unknown>)),
      live.subscribe(() => {
        if (!live.snapshot().connected) this.#reset(this.#presence.chatId);
      }),
    ];
    void this.#ask();
    return () => {
      for (const end of ends) end();
      this.#reset(null);
    };
  }

  /** Sets the open chat; null when there is none. */
  open(chatId: string | null) {
    this.#toldTypingAt = -Infinity;
    this.#reset(chatId);
    void this.#ask();
  }

  /** Somebody typed in the open chat; may be called at every key. */
  typed() {
    if (performance.now() - this.#toldTypingAt < typingEvery) return;
    this.#toldTypingAt = performance.now();
    this.#live?.typing();
  }

  async #ask() {
    const { chatId } = this.#presence;
    try {
      const present = await this.#live?.openChat(chatId);
      if (present !== undefined && this.#presence.chatId === chatId) this.#change({ present: new Set(present) });
    } catch {
      // The connection is dead: the next one asks again.
    }
  }

  #peopleChanged({ chatId, came, went }: Record<string, unknown>) {
    if (chatId !== this.#presence.chatId) return;
    const present = new Set([...this.#presence.present, ...idsOf(came)]);
    for (const uid of idsOf(went)) present.delete(uid);
    this.#change({ present });
  }

  #typed({ chatId, userId }: Record<string, unknown>) {
    if (chatId !== this.#presence.chatId || typeof userId !== 'string') return;
    clearTimeout(this.#typingTimers.get(userId));
    this.#typingTimers.set(
      userId,
      setTimeout(() => this.#stopped(userId), typingLasts),
    );
    if (!this.#presence.typing.includes(userId)) this.#change({ typing: [...this.#presence.typing, userId] });
  }

  #spoke({ chatId, senderId }: Record<string, unknown>) {
    if (chatId === this.#presence.chatId && typeof senderId === 'string') this.#stopped(senderId);
  }

  #stopped(uid: string) {
    clearTimeout(this.#typingTimers.get(uid));
    if (!this.#typingTimers.delete(uid)) return;
    this.#change({ typing: this.#presence.typing.filter((one) => one !== uid) });
  }

  #reset(chatId: string | null) {
    for (const timer of this.#typingTimers.values()) clearTimeout(timer);
    this.#typingTimers.clear();
    this.#change({ ...nobodyPresent, chatId });
  }

  #change(change: Partial<ChatPresence>) {
    this.#presence = { ...this.#presence, ...change };
    this.#listeners.tell();
  }
}
