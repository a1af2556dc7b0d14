/** Pictures from this device, by the `clientId` of their messages: shown until the server has them ready. */
export class LocalPictures {
  readonly #addresses = new Map<string, string>();
  /** Where the server has those that it has shown. */
  readonly #shown = new Map<string, string>();

  /**
   * Returns the same URL each time the outbox is read: a new one would make the picture flicker. None once the server’s, at
   * `url`, has been shown, although the outbox may still have the file. If it has to be uploaded again, it begins anew.
   */
  of(clientId: string, file: Blob | undefined, url: string | null): string | undefined {
    const known = this.#addresses.get(clientId);
    if (known !== undefined || file === undefined || this.#shown.get(clientId) === url) return known;
    const address = URL.createObjectURL(file);
    this.#addresses.set(clientId, address);
    return address;
  }

  /** It is not needed any more: it is discarded, or the server's is shown from `url`. */
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
