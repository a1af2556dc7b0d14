import { react, type Message } from '@koinonia/contracts/chat.ts';
import { ApiError, isRefusal, notTheServers } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { createListeners } from '../../../lib/listeners.ts';
import { otherTabsTime } from '../../../lib/outbox/outbox.ts';
import { Retry } from '../../../lib/retry.ts';
import { waitingReactions } from '../../../lib/session/own-stores.ts';
import { withLock } from '../../../lib/with-lock.ts';
import type { Wishes } from '../model/reactions.ts';
import type { OpenedChats } from './opened-chats.ts';

interface Wish {
  readonly chatId: string;
  readonly messageId: string;
  readonly emoji: string;
  readonly on: boolean;
}

/** The unsent wishes for one message. */
interface Waiting {
  readonly chatId: string;
  readonly wishes: Wishes;
}

/** One key per wish: with one key for all of them, a window would overwrite another window's newest change. */
const keyOf = ({ messageId, emoji }: Wish) => `${messageId}:${emoji}`;

/**
 * Reactions that the server has not yet answered. They are optimistic: shown at once, on top of the server's state, so
 * removing a wish is enough to undo it. They wait for the network even when the window is closed; a refusal is silent.
 * A wish says on or off, not 'toggle', so sending it twice is harmless.
 */
export class ReactionWishes {
  readonly #uid: string;
  readonly #openedChats: OpenedChats;
  #waiting: ReadonlyMap<string, Waiting>;
  readonly #stopListening: () => void;
  readonly #listeners = createListeners();
  #running = false;
  #stopped = false;
  readonly #retry = new Retry(() => void this.#run());
  #takingOver: ReturnType<typeof setTimeout> | undefined;

  constructor(uid: string, openedChats: OpenedChats) {
    this.#uid = uid;
    this.#openedChats = openedChats;
    this.#waiting = keptWishes(uid);
    this.#stopListening = waitingReactions.onElsewhere(uid, () => {
      this.#become(keptWishes(uid));
      this.#takeOverLater();
    });
    addEventListener('online', this.sendNow);
    this.#takeOverLater();
  }

  readonly subscribe = this.#listeners.subscribe;

  of(messageId: string): Wishes | undefined {
    return this.#waiting.get(messageId)?.wishes;
  }

  stop() {
    this.#stopped = true;
    this.#retry.stop();
    clearTimeout(this.#takingOver);
    this.#stopListening();
    removeEventListener('online', this.sendNow);
  }

  wish({ id, chatId }: Pick<Message, 'id' | 'chatId'>, emoji: string, on: boolean) {
    const wish = { chatId, messageId: id, emoji, on };
    waitingReactions.write(this.#uid, keyOf(wish), JSON.stringify(wish));
    this.#become(withWish(this.#waiting, wish));
    void this.#run();
  }

  /** The network may be back. */
  readonly sendNow = () => {
    this.#retry.endPause();
    void this.#run();
  };

  /** Sends what another window or an earlier page has left, if it is still there after a while. */
  #takeOverLater() {
    if (this.#first() === undefined) return;
    this.#takingOver ??= setTimeout(() => {
      this.#takingOver = undefined;
      void this.#run();
    }, otherTabsTime);
  }

  /** Sends one at a time, so that the last choice for a message is the last one sent. */
  async #run() {
    if (this.#running || this.#retry.isPausing) return;
    this.#running = true;
    const failed = new Set<string>();
    try {
      for (let next = this.#first(failed); next !== undefined && !this.#stopped; next = this.#first(failed)) {
        const wish = next;
        const isTold = await withLock('koinonia:reactions', () => this.#tell(wish));
        if (isTold) this.#retry.succeeded();
        else failed.add(wish.messageId);
      }
      if (failed.size > 0) this.#retry.later();
    } catch {
      this.#retry.later();
    } finally {
      this.#running = false;
    }
  }

  #first(except?: ReadonlySet<string>): Wish | undefined {
    for (const [messageId, { chatId, wishes }] of this.#waiting)
      if (except?.has(messageId) !== true)
        for (const [emoji, on] of Object.entries(wishes)) return { chatId, messageId, emoji, on };
    return undefined;
  }

  /** False when the server failed at this one. Throws when it would not take another one now, as without a network. */
  async #tell(wish: Wish): Promise<boolean> {
    // While this window waited for the lock, another may have sent or changed the wish, or somebody else signed in.
    if (this.#stopped || !this.#isWanted(wish)) return true;
    try {
      const { ok, ...standing } = await request(react, { body: wish });
      if (!ok) throw notTheServers(200);
      this.#openedChats.reacted(wish.chatId, wish.messageId, standing);
    } catch (error) {
      if (!isRefusal(error)) {
        if (error instanceof ApiError && error.isOurs && error.status >= 500) return false;
        throw error;
      }
    }
    // Somebody may have changed their mind in the meantime.
    if (this.#isWanted(wish)) this.#granted(wish);
    return true;
  }

  #isWanted({ messageId, emoji, on }: Wish) {
    return this.of(messageId)?.[emoji] === on;
  }

  #granted(wish: Wish) {
    waitingReactions.write(this.#uid, keyOf(wish), '');
    this.#become(withoutWish(this.#waiting, wish));
  }

  #become(waiting: ReadonlyMap<string, Waiting>) {
    this.#waiting = waiting;
    this.#listeners.tell();
  }
}

function withWish(waiting: ReadonlyMap<string, Waiting>, { chatId, messageId, emoji, on }: Wish) {
  const wishes = { ...waiting.get(messageId)?.wishes, [emoji]: on };
  return new Map(waiting).set(messageId, { chatId, wishes });
}

function withoutWish(waiting: ReadonlyMap<string, Waiting>, { chatId, messageId, emoji }: Wish) {
  const { [emoji]: _, ...wishes } = waiting.get(messageId)?.wishes ?? {};
  const left = new Map(waiting);
  if (Object.keys(wishes).length === 0) left.delete(messageId);
  else left.set(messageId, { chatId, wishes });
  return left;
}

function keptWishes(uid: string): ReadonlyMap<string, Waiting> {
  let kept: ReadonlyMap<string, Waiting> = new Map();
  for (const name of waitingReactions.names(uid)) {
    try {
      kept = withWish(kept, JSON.parse(waitingReactions.read(uid, name)) as Wish);
    } catch {
      // Not a wish that we wrote.
    }
  }
  return kept;
}
