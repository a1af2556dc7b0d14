import { createListeners } from '../../../lib/listeners.ts';
/** The progress of this page's uploads, 0 to 1, by the `clientId` of their messages. */
export class UploadProgress {
  readonly #parts = new Map<string, number>();
  readonly #listeners = createListeners();

  readonly subscribe = this.#listeners.subscribe;

  /** Undefined when nothing is being uploaded. */
  of(clientId: string): number | undefined {
    return this.#parts.get(clientId);
  }

  any(): boolean {
    return this.#parts.size > 0;
  }

  set(clientId: string, part: number | undefined) {
    if (part === undefined) this.#parts.delete(clientId);
    else this.#parts.set(clientId, part);
    this.#listeners.tell();
  }
}
