import { createListeners } from '../../../lib/listeners.ts';
import type { SentPicture } from '../model/sent-picture.ts';

export interface Viewed {
  readonly pictures: readonly SentPicture[];
  readonly index: number;
  /** The element that was pressed: the focus returns to it. */
  readonly opener: HTMLElement;
}

/** The picture that is open in full, and those before and after it. */
export class PictureViewer {
  #viewed: Viewed | null = null;
  readonly #listeners = createListeners();

  readonly viewed = () => this.#viewed;

  readonly subscribe = this.#listeners.subscribe;

  open(pictures: readonly SentPicture[], id: string, opener: HTMLElement) {
    const index = pictures.findIndex((picture) => picture.id === id);
    if (index >= 0) this.#become({ pictures, index, opener });
  }

  /** Does nothing beyond the first and the last picture. */
  readonly move = (by: 1 | -1) => {
    if (this.#viewed === null) return;
    const index = this.#viewed.index + by;
    if (this.#viewed.pictures[index] !== undefined) this.#become({ ...this.#viewed, index });
  };

  readonly close = () => this.#become(null);

  #become(viewed: Viewed | null) {
    this.#viewed = viewed;
    this.#listeners.tell();
  }
}
