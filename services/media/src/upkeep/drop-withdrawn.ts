import { releaseAttachments } from '@koinonia/contracts/chat-internal.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { attachmentAddress } from '../uploads/addresses.ts';
import { objectsOf } from '../uploads/object-names.ts';
import { deleteUpload } from '../uploads/queries.ts';
import { deleteObjects } from '../uploads/store-file.ts';
import * as queries from './queries.ts';

const atOnce = 200;

type Dropping = Pick<MediaContext, 'db' | 'files' | 'chat'>;
type Addressed = Pick<UploadRow, 'id' | 'file_name' | 'content_type'>;

/**
 * Takes away the files that no message names. Chat is asked once more, some time after they were withdrawn: a message
 * that was on its way at that moment has come by then, and its file comes back. While chat is away nothing is lost.
 */
export async function dropWithdrawn(dropping: Dropping): Promise<void> {
  while ((await dropSome(dropping)) === atOnce);
}

/** Withdraws what was never sent: a day after it came, or after somebody was last about to send it. */
export async function withdrawUnsent({ db, chat }: Pick<MediaContext, 'db' | 'chat'>): Promise<void> {
  await queries.withdrawUnused(db);
  for (;;) {
    const unsure = await queries.selectUnsure(db, atOnce);
    const { named, unnamed } = await askChat(chat, unsure, false);
    await queries.markNamed(db, named);
    await queries.withdrawStillUnsure(db, unnamed);
    if (unsure.length < atOnce) return;
  }
}

async function dropSome({ db, files, chat }: Dropping): Promise<number> {
  const withdrawn = await queries.selectWithdrawn(db, atOnce);
  const { named } = await askChat(chat, withdrawn, true);
  // Chat forgets those of former members too, and whoever names one of these does not bring it back.
  const back = withdrawn.filter(({ id, owner_gone: ownerGone }) => named.includes(id) && !ownerGone);
  await queries.bringBack(
    db,
    back.map(({ id }) => id),
  );
  for (const upload of withdrawn.filter((one) => !back.includes(one))) {
    // The objects first: a row without them is found again.
    await deleteObjects(files, objectsOf(upload));
    await deleteUpload(db, upload.id);
  }
  return withdrawn.length;
}

/** The ids of those that a message names, and of the others. */
async function askChat(chat: MediaContext['chat'], uploads: readonly Addressed[], forget: boolean) {
  if (uploads.length === 0) return { named: [], unnamed: [] };
  const urls = uploads.map(attachmentAddress);
  const known = new Set((await chat.call(releaseAttachments, { body: { urls, forget } })).named);
  const isNamed = (upload: Addressed) => known.has(attachmentAddress(upload));
  return {
    named: uploads.filter(isNamed).map(({ id }) => id),
    unnamed: uploads.filter((upload) => !isNamed(upload)).map(({ id }) => id),
  };
}
