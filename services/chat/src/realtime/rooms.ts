/** Prefixed, so that nobody's chat can be called like somebody else's own room. */
export const roomOfChat = (chatId: string) => `chat:${chatId}`;
/** The sockets that have this chat open and are told who types there. */
export const roomOfTyping = (chatId: string) => `typing:${chatId}`;
export const roomOfPerson = (uid: string) => `person:${uid}`;
