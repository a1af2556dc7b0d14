import type { MediaContext } from '../context.ts';
import { deleteUploads } from '../uploads/delete-uploads.ts';
import { askChat } from './ask-chat.ts';
import * as queries from './queries.ts';

const atOnce = 200;

type Withdrawn = Awaited<ReturnType<typeof queries.selectWithdrawn>>[number];

type Dropping = Pick<MediaContext, 'db' | 'files' | 'chat' | 'log'>;

/**
 * Deletes the files that no message names. Chat is asked again some time after they were withdrawn: a message that was being
 * sent at that moment exists by then, and its file is restored. While chat is away, nothing is deleted.
 */
export async function dropWithdrawn(dropping: Dropping): Promise<void> {
  let withdrawn: Withdrawn[] = [];
  do {
    withdrawn = await queries.selectWithdrawn(dropping.db, withdrawn.at(-1) ?? null, atOnce);
    await dropSome(dropping, withdrawn);
  } while (withdrawn.length === atOnce);
}

async function dropSome(dropping: Dropping, withdrawn: readonly Withdrawn[]): Promise<void> {
  const { db, chat } = dropping;
  const { named } = await askChat(chat, withdrawn, true);
  // Chat deletes its data about former members' files too, and a message that names one does not restore it.
  const back = withdrawn.filter(({ id, owner_gone: ownerGone }) => named.includes(id) && !ownerGone);
  for (const upload of back) await queries.bringBack(db, upload);
  await deleteUploads(
    dropping,
    withdrawn.filter((one) => !back.includes(one)),
  );
}
