import type { MediaDatabase, UploadRow, VariantFormat, VariantRow } from '../database/schema.ts';
import { originalName, variantName } from '../uploads/object-names.ts';
import { selectVariants } from '../uploads/queries.ts';
import { acceptsWebp } from './accept.ts';

/** One of the forms in which an upload can be read: an object of the store, and what is told of it. */
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

/** What a reader would like of an image: pixels (a width, or the side of an avatar), and the `Accept` header. */
export interface Wish {
  readonly atLeast: number;
  readonly accept: string | undefined;
}

/** The form in which an upload is read, or that it is being worked on still, or failed. */
export async function representationOf(
  db: MediaDatabase,
  upload: UploadRow,
  wish: Wish,
): Promise<Representation | 'pending' | 'failed'> {
  if (upload.state !== 'ready') return upload.state;
  // Images are never read as they were sent: their originals carry where they were taken.
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

/** The smallest variant that is at least so large, else the largest; as WebP where the browser takes it. */
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
