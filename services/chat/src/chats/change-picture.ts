import { invalid } from '@koinonia/kit/errors.ts';
import { chatNotFound, isMember, membershipOf } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { People } from '../people.ts';
import { texts } from '../texts.ts';
import { lockChat, setPhoto } from './queries.ts';
import { writeLines } from './system-lines.ts';
import type { TellChange } from './tell-change.ts';

export interface ChangePictureDependencies {
  db: ChatDatabase;
  people: People;
  tellChange: TellChange;
}

/** Sets or removes a group's picture. The same picture again changes nothing and writes no line. */
export async function changePicture(
  { db, people, tellChange }: ChangePictureDependencies,
  caller: string,
  chatId: string,
  photoUrl: string | null,
): Promise<{ replaced: string | null }> {
  await membershipOf(db, caller, chatId);
  // Asked before anything is locked: identity may be slow.
  const nameOf = await people.namesOrUnknown([caller]);

  const { replaced, lines } = await db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, chatId);
    if (!chat || !(await isMember(trx, caller, chatId))) throw chatNotFound();
    if (!chat.is_group) throw invalid(texts.directCannotChange);
    if (chat.photo_url === photoUrl) return { replaced: null, lines: [] };
    await setPhoto(trx, chatId, photoUrl);
    const picture = photoUrl === null ? 'removed' : 'changed';
    const lines = await writeLines(trx, chat, { by: caller, picture }, nameOf);
    return { replaced: chat.photo_url, lines };
  });

  if (lines.length > 0) await tellChange({ chatId, joined: [], left: [] }, lines);
  return { replaced };
}
