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
 * Deletes the files that no message names. Chat is asked again some time after they were withdrawn: a message that was being
 * sent at that moment exists by then, and its file is restored. While chat is away, nothing is deleted.
 */
export async function dropWithdrawn(dropping: Dropping): Promise<void> {
  while ((await dropSome(dropping)) === atOnce);
}

/** Withdraws files that were never sent: a day after the upload, or after the last attempt to send them. */
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
  // Chat deletes its data about former members' files too, and a message that names one does not restore it.
  const back = withdrawn.filter(({ id, owner_gone: ownerGone }) => named.includes(id) && !ownerGone);
  for (const upload of back) await queries.bringBack(db, upload);
  for (const upload of withdrawn.filter((one) => !back.includes(one))) {
    // The objects first: a row without objects is found again.
    await deleteObjects(files, objectsOf(upload));
    await deleteUpload(db, upload.id);
  }
  return withdrawn.length;
}

/** The ids of files that a message names, and of the others. */
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
