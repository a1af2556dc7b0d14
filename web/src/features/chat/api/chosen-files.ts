import type { AttachmentAbout } from '@koinonia/contracts/media.ts';

/** A file that somebody means to send, and what will be told of it. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly about: AttachmentAbout;
}

const none: readonly ChosenFile[] = [];

/** What is chosen in each chat and not sent yet: it stays when one looks into another chat meanwhile. */
export class ChosenFiles {
  readonly #chats = new Map<string, readonly ChosenFile[]>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  of(chatId: string): readonly ChosenFile[] {
    return this.#chats.get(chatId) ?? none;
  }

  add(chatId: string, files: readonly ChosenFile[]) {
    this.#put(chatId, [...this.of(chatId), ...files]);
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

  #put(chatId: string, files: readonly ChosenFile[]) {
    this.#chats.set(chatId, files);
    for (const listener of this.#listeners) listener();
  }
}
