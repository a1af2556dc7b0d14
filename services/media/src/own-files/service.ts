import type { Readable } from 'node:stream';
import type { OwnFile } from '@koinonia/contracts/media-internal.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { representationOf } from '../serving/choose-representation.ts';
import { isAnimation, presentOwnFile } from './present.ts';
import { selectOwnFile, selectOwnFiles } from './queries.ts';

/** The largest variant, in the format that every program can read; of an animation as WebP, because a JPEG does not move. */
const largest = (upload: UploadRow) => ({
  atLeast: Infinity,
  accept: isAnimation(upload) ? 'image/webp' : 'image/jpeg',
});

export async function ownFilesOf(
  { db }: Pick<MediaContext, 'db'>,
  ownerId: string,
  page: { after: string | null; limit: number },
): Promise<OwnFile[]> {
  if (!isOwnId(ownerId) || (page.after !== null && !isOwnId(page.after))) return [];
  return (await selectOwnFiles(db, ownerId, page)).map(presentOwnFile);
}

/** Throws `not_found` for files of other people, and for files without bytes. */
export async function openOwnFile(
  { db, files }: Pick<MediaContext, 'db' | 'files'>,
  ownerId: string,
  id: string,
): Promise<{ body: Readable; size: number }> {
  const upload = isOwnId(ownerId) && isOwnId(id) ? await selectOwnFile(db, ownerId, id) : undefined;
  const form = upload ? await representationOf(db, upload, largest(upload)) : 'failed';
  const found = typeof form === 'string' ? null : await files.get(form.object);
  if (!found) throw notFound('file');
  return { body: found.body, size: found.about.size };
}
