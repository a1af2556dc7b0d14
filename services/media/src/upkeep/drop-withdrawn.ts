import type { MediaContext } from '../context.ts';
import { objectsOf } from '../objects/object-names.ts';
import { deleteUpload } from '../uploads/queries.ts';
import { deleteObjects } from '../objects/store-file.ts';
import { askChat } from './ask-chat.ts';
import * as queries from './queries.ts';

const atOnce = 200;

type Dropping = Pick<MediaContext, 'db' | 'files' | 'chat'>;

/**
 * Deletes the files that no message names. Chat is asked again some time after they were withdrawn: a message that was being
 * sent at that moment exists by then, and its file is restored. While chat is away, nothing is deleted.
 */
export async function dropWithdrawn(dropping: Dropping): Promise<void> {
  while ((await dropSome(dropping)) === atOnce);
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
