/** Pictures as this device has them, by the `clientId` of their messages: shown until the server's are there. */
export class LocalPictures {
  readonly #addresses = new Map<string, string>();

  /** The same address however often the outbox is read anew: with another one the picture would flicker. */
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
