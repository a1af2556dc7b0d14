import type { UploadKind, VariantFormat } from '../database/schema.ts';

/** What the image process is asked for; it also tells what a file is, for that is reading strangers' bytes too. It gets files of this machine and gives files of this machine, nothing else. */
export type ImageTask =
  | { readonly task: 'recognise'; readonly path: string }
  | { readonly task: 'inspect'; readonly path: string }
  | { readonly task: 'variants'; readonly path: string; readonly kind: UploadKind; readonly folder: string };

/** What a glance at an image tells. Sides in pixels, as it is shown. */
export interface Inspected {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** A `data:` address. */
  readonly placeholder: string;
}

/** A variant that was made: `path` is its file. Sides in pixels. */
export interface MadeVariant {
  readonly size: number;
  readonly format: VariantFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly path: string;
}

/** Why an image is refused for good: it is damaged or none at all, or it would unpack to too much. */
export type Refusal = 'unreadable' | 'too_large';

export interface Answers {
  /** The media type that the file's content begins like; null when it is like none that is known. */
  readonly recognise: string | null;
  readonly inspect: Inspected;
  readonly variants: MadeVariant[];
}

/** What goes between the processes. */
export type Order = { readonly id: number; readonly task: ImageTask };
export type Delivery =
  | { readonly id: number; readonly done: Answers[keyof Answers] }
  | { readonly id: number; readonly refused: Refusal };
