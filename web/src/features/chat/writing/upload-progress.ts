/** The progress of this page's uploads, 0 to 1, by the `clientId` of their messages. */
export class UploadProgress {
  readonly #parts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Undefined when nothing is being uploaded. */
  of(clientId: string): number | undefined {
    return this.#parts.get(clientId);
  }

  readonly any = () => this.#parts.size > 0;

  set(clientId: string, part: number | undefined) {
    if (part === undefined) this.#parts.delete(clientId);
    else this.#parts.set(clientId, part);
    for (const listener of this.#listeners) listener();
  }
}
