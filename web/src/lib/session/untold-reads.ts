import { createOwnStore } from './own-store.ts';

/** Positions read in chats that the server has not been told of yet, by the chat's id. */
export const untoldReads = createOwnStore('read');
