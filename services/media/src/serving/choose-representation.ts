import type { MediaDatabase, UploadRow, VariantFormat, VariantRow } from '../database/schema.ts';
import { originalName, variantName } from '../objects/object-names.ts';
import { selectVariants } from '../uploads/queries.ts';
import { acceptsWebp } from './accept.ts';

/** One form in which an upload can be read: an object of the store with its headers. */
export interface Representation {
  readonly object: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Strong: an object under a name never changes. */
  readonly etag: string;
  /** Whether it depends on what the browser accepts. */
  readonly negotiated: boolean;
}

/** The request for an image: minimum pixels (a width, or the side of an avatar), and the `Accept` header. */
export interface Wish {
  readonly atLeast: number;
  readonly accept: string | undefined;
}

/** The form in which an upload is read, or its state while it is pending or after it failed. */
export async function representationOf(
  db: MediaDatabase,
  upload: UploadRow,
  wish: Wish,
): Promise<Representation | 'pending' | 'failed'> {
  if (upload.state !== 'ready') return upload.state;
  // Original images are never sent: their metadata may contain the place where they were taken.
  if (upload.width === null) return fileItself(upload);
  return imageVariant(upload, await selectVariants(db, upload.id), wish) ?? 'failed';
}

const fileItself = (upload: UploadRow): Representation => ({
  object: originalName(upload),
  contentType: upload.content_type,
  size: upload.size,
  etag: `"${upload.id}"`,
  negotiated: false,
});

/** The smallest variant with at least this size, otherwise the largest; as WebP if the browser accepts it. */
function imageVariant(upload: UploadRow, variants: readonly VariantRow[], wish: Wish): Representation | null {
  const format: VariantFormat = acceptsWebp(wish.accept) ? 'webp' : 'jpeg';
  const ofFormat = variants.filter((variant) => variant.format === format);
  const variant = ofFormat.find(({ size }) => size >= wish.atLeast) ?? ofFormat.at(-1);
  if (!variant) return null;
  return {
    object: variantName(upload, variant),
    contentType: `image/${format}`,
    size: variant.bytes,
    etag: `"${upload.id}-${variant.size}-${format}"`,
    negotiated: true,
  };
}
