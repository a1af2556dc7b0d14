import type { AttachmentAbout } from '@koinonia/contracts/media.ts';

/** A file that somebody means to send, with the details that its message will give. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly about: AttachmentAbout;
}

const none: readonly ChosenFile[] = [];

/** The chosen, unsent files of each chat: they stay while somebody looks into another chat. */
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

  /** The chats in which there are any. */
  chats(): string[] {
    return [...this.#chats].filter(([, files]) => files.length > 0).map(([chatId]) => chatId);
  }

  readonly any = () => this.chats().length > 0;

  #put(chatId: string, files: readonly ChosenFile[]) {
    this.#chats.set(chatId, files);
    for (const listener of this.#listeners) listener();
  }
}
