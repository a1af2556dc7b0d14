import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import type { ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import type { ChatDatabase } from '../database/schema.ts';

const standard: ChatSettings = { typing: true, presence: true };

/** What a person has chosen; undefined if they never did. */
export function selectChosen(db: ChatDatabase, uid: string): Promise<ChatSettings | undefined> {
  return db.selectFrom('settings').select(['typing', 'presence']).where('user_id', '=', uid).executeTakeFirst();
}

export const settingsOf = async (db: ChatDatabase, uid: string): Promise<ChatSettings> =>
  (await selectChosen(db, uid)) ?? standard;

/** The settings of each of these people. */
export async function selectSettings(db: ChatDatabase, uids: readonly string[]): Promise<Map<string, ChatSettings>> {
  const rows = await db.selectFrom('settings').selectAll().where('user_id', '=', anyOf(uids)).execute();
  const chosen = new Map(rows.map(({ user_id, typing, presence }) => [user_id, { typing, presence }]));
  return new Map(uids.map((uid) => [uid, chosen.get(uid) ?? standard]));
}

/** Changes the given settings, and leaves the others. */
export async function changeSettings(
  db: ChatDatabase,
  uid: string,
  wanted: { typing?: boolean | undefined; presence?: boolean | undefined },
): Promise<ChatSettings> {
  return db
    .insertInto('settings')
    .values({ user_id: uid, typing: wanted.typing ?? standard.typing, presence: wanted.presence ?? standard.presence })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        typing: wanted.typing ?? eb.ref('settings.typing'),
        presence: wanted.presence ?? eb.ref('settings.presence'),
      })),
    )
    .returning(['typing', 'presence'])
    .executeTakeFirstOrThrow();
}
