import { newId } from '@koinonia/kit/ids.ts';
import type { MediaContext } from '../context.ts';
import type { UploadKind, UploadRow } from '../database/schema.ts';
import { countPendingOf } from '../images/queries.ts';
import type { Inspected } from '../images/tasks.ts';
import { enoughForToday } from './allowance.ts';
import { originalName } from '../objects/object-names.ts';
import { deleteUpload, insertWithinAllowance, markStored } from './queries.ts';
import { storeFile } from '../objects/store-file.ts';

export interface WholeFile {
  readonly kind: UploadKind;
  readonly ownerId: string;
  readonly chatId: string | null;
  /** The sender's own id for it. */
  readonly clientId: string | null;
  readonly path: string;
  readonly size: number;
  readonly fileName: string;
  readonly contentType: string;
  /** Null for a file that is not an image. */
  readonly image: Inspected | null;
}

type Stores = Pick<MediaContext, 'db' | 'files' | 'imageJobs' | 'limits' | 'log'>;

/**
 * Stores a completely received file: its row, then its bytes, then the job for its image. A failure before the store has the
 * file leaves nothing behind. Throws `too_many_requests` when the person has reached the daily limit.
 */
export async function keepUpload(media: Stores, file: WholeFile): Promise<UploadRow> {
  const { bytesADay } = media.limits;
  const upload = await insertWithinAllowance(media.db, rowOf(file), bytesADay);
  if (!upload) throw enoughForToday(bytesADay);
  try {
    await storeFile(media.files, originalName(upload), file);
    await markStored(media.db, upload.id);
  } catch (error) {
    await takeBack(media, upload);
    throw error;
  }
  if (upload.state === 'pending') await queue(media, upload);
  return upload;
}

/**
 * The row first: when the database did not answer, it may count as stored, and then its object must be there. The sweep
 * deletes any remains.
 */
async function takeBack({ db, files }: Stores, upload: UploadRow): Promise<void> {
  const isGone = await deleteUpload(db, upload.id).then(
    () => true,
    () => false,
  );
  // Not awaited: a store that hangs would make the sender wait twice.
  if (isGone) void files.delete(originalName(upload)).catch(() => {});
}

function rowOf(file: WholeFile) {
  return {
    id: newId(),
    kind: file.kind,
    owner_id: file.ownerId,
    chat_id: file.chatId,
    client_id: file.clientId,
    file_name: file.fileName,
    content_type: file.contentType,
    size: file.size,
    width: file.image?.width ?? null,
    height: file.image?.height ?? null,
    placeholder: file.image?.placeholder ?? null,
    animated: file.image?.animated ?? false,
    state: file.image ? ('pending' as const) : ('ready' as const),
  };
}

/** The upload is kept even if the queue is away: the row shows that there is work, and is checked again. */
async function queue({ db, imageJobs, log }: Stores, { id, owner_id: ownerId }: UploadRow): Promise<void> {
  try {
    const waiting = await countPendingOf(db, ownerId);
    await imageJobs.add(id, { uploadId: id }, waiting - 1);
  } catch (err) {
    log.warn({ err, upload: id }, 'an image could not be queued yet');
  }
}
