import type { UploadKind, VariantFormat } from '../database/schema.ts';

/**
 * The tasks of the image process. It also recognises the kind of a file, because that reads strangers' bytes too. Its input
 * and its output are files of this machine, nothing else.
 */
export type ImageTask =
  | { readonly task: 'recognise'; readonly path: string }
  | { readonly task: 'inspect'; readonly path: string }
  | { readonly task: 'variants'; readonly path: string; readonly kind: UploadKind; readonly folder: string };

/** The result of inspecting an image. Sides in pixels, as displayed. */
export interface Inspected {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** A `data:` address. */
  readonly placeholder: string;
}

/** A finished variant in the file `path`. Sides in pixels. */
export interface MadeVariant {
  readonly size: number;
  readonly format: VariantFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly path: string;
}

/** Why an image is refused for good: it is damaged or not an image, or it would be too large when unpacked. */
export type Refusal = 'unreadable' | 'too_large';

export interface Answers {
  /** The media type that matches the beginning of the file; null when no known type does. */
  readonly recognise: string | null;
  readonly inspect: Inspected;
  readonly variants: MadeVariant[];
}

/** The messages between the processes. */
export type ImageRequest = { readonly id: number; readonly task: ImageTask };
export type ImageReply =
  | { readonly id: number; readonly done: Answers[keyof Answers] }
  | { readonly id: number; readonly refused: Refusal };
