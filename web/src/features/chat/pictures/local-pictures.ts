/** Pictures from this device, by the `clientId` of their messages: shown until the server has them ready. */
export class LocalPictures {
  readonly #addresses = new Map<string, string>();
  /** The addresses from which the server's pictures have been shown. */
  readonly #shown = new Map<string, string>();

  /**
   * Returns the same URL each time the outbox is read: a new one would make the picture flicker. Undefined once the
   * server's picture, at `url`, has been shown, even if the outbox still has the file. If that is uploaded again, the local
   * picture returns.
   */
  of(clientId: string, file: Blob | undefined, url: string | null): string | undefined {
    const known = this.#addresses.get(clientId);
    if (known !== undefined || file === undefined || this.#shown.get(clientId) === url) return known;
    const address = URL.createObjectURL(file);
    this.#addresses.set(clientId, address);
    return address;
  }

  /** No longer needed: the message was discarded, or the server's picture is shown from `url`. */
  release(clientId: string, url?: string) {
    const address = this.#addresses.get(clientId);
    if (address === undefined) return;
    URL.revokeObjectURL(address);
    this.#addresses.delete(clientId);
    if (url !== undefined) this.#shown.set(clientId, url);
  }

  stop() {
    for (const clientId of this.#addresses.keys()) this.release(clientId);
  }
}
