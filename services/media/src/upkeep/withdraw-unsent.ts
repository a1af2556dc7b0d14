import type { MediaContext } from '../context.ts';
import { askChat } from './ask-chat.ts';
import * as queries from './queries.ts';

const atOnce = 200;

/** Withdraws files that were never sent: a day after the upload, or after the last attempt to send them. */
export async function withdrawUnsent({ db, chat }: Pick<MediaContext, 'db' | 'chat'>): Promise<void> {
  await queries.withdrawUnused(db).execute();
  for (;;) {
    const unsure = await queries.selectUnsure(db, atOnce);
    const { named, unnamed } = await askChat(chat, unsure, false);
    await queries.markNamed(db, named);
    await queries.withdrawStillUnsure(db, unnamed);
    if (unsure.length < atOnce) return;
  }
}
