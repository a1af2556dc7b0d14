/** Prefixed, so that nobody's chat can be called like somebody else's own room. */
export const roomOfChat = (chatId: string) => `chat:${chatId}`;
export const roomOfPerson = (uid: string) => `person:${uid}`;
