/** Prefixed, so that a chat's id can never equal the name of a person's own room. */
export const roomOfChat = (chatId: string) => `chat:${chatId}`;
/** The sockets that have this chat open and get its typing events. */
export const roomOfTyping = (chatId: string) => `typing:${chatId}`;
export const roomOfPerson = (uid: string) => `person:${uid}`;
