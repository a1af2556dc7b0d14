import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { createListeners } from '../../../lib/listeners.ts';

/** A file that somebody is going to send, with the details for its message. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly about: AttachmentAbout;
}

const none: readonly ChosenFile[] = [];

/** The chosen, unsent files of each chat: they stay while somebody looks into another chat. */
export class ChosenFiles {
  readonly #chats = new Map<string, readonly ChosenFile[]>();
  /** How many choices of each chat are still being checked: many photos take a phone a while. */
  readonly #choosing = new Map<string, number>();
  readonly #listeners = createListeners();

  readonly subscribe = this.#listeners.subscribe;

  of(chatId: string): readonly ChosenFile[] {
    return this.#chats.get(chatId) ?? none;
  }

  /** True while chosen files are being checked: a message sent now would miss them. */
  isChoosing(chatId: string): boolean {
    return (this.#choosing.get(chatId) ?? 0) > 0;
  }

  async add(chatId: string, choice: Promise<readonly ChosenFile[]>): Promise<void> {
    this.#choose(chatId, 1);
    try {
      const files = await choice;
      this.#put(chatId, [...this.of(chatId), ...files]);
    } finally {
      this.#choose(chatId, -1);
    }
  }

  remove(chatId: string, id: string) {
    this.#put(
      chatId,
      this.of(chatId).filter((one) => one.id !== id),
    );
  }

  clear(chatId: string) {
    this.#put(chatId, none);
  }

  /** The chats in which there are any. */
  chats(): string[] {
    return [...this.#chats].filter(([, files]) => files.length > 0).map(([chatId]) => chatId);
  }

  any(): boolean {
    return this.chats().length > 0 || [...this.#choosing.values()].some((choices) => choices > 0);
  }

  #choose(chatId: string, change: 1 | -1) {
    this.#choosing.set(chatId, (this.#choosing.get(chatId) ?? 0) + change);
    this.#listeners.tell();
  }

  #put(chatId: string, files: readonly ChosenFile[]) {
    this.#chats.set(chatId, files);
    this.#listeners.tell();
  }
}
