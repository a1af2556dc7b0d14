/** Pictures from this device, by the `clientId` of their messages: shown until the server has them ready. */
export class LocalPictures {
  readonly #addresses = new Map<string, string>();

  /** Returns the same URL each time the outbox is read: a new one would make the picture flicker. */
  of(clientId: string, file: Blob | undefined): string | undefined {
    const known = this.#addresses.get(clientId);
    if (known !== undefined || file === undefined) return known;
    const address = URL.createObjectURL(file);
    this.#addresses.set(clientId, address);
    return address;
  }

  release(clientId: string) {
    const address = this.#addresses.get(clientId);
    if (address !== undefined) URL.revokeObjectURL(address);
    this.#addresses.delete(clientId);
  }

  stop() {
    for (const clientId of this.#addresses.keys()) this.release(clientId);
  }
}
