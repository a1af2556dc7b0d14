const prefix = 'draft:';
const keyOf = (uid: string, chatId: string) => `${prefix}${uid}:${chatId}`;

/** What someone has begun to write in a chat: survives a reload and the end of a session, but not logout. */
export const readDraft = (uid: string, chatId: string) => sessionStorage.getItem(keyOf(uid, chatId)) ?? '';

export function writeDraft(uid: string, chatId: string, text: string) {
  if (text === '') return sessionStorage.removeItem(keyOf(uid, chatId));
  try {
    sessionStorage.setItem(keyOf(uid, chatId), text);
  } catch {
    // Full: the text is still in the box.
  }
}

export function clearDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
