import { unsavedWhile } from '../unsaved.ts';
import { createOwnStore } from './own-store.ts';

// All in one file: a page on which somebody signs in or out has not loaded the chat, but must clear each of them.

/** Unfinished texts. */
export const drafts = createOwnStore('draft');

/** What is entered into forms and not sent yet, by the form's name. */
export const inputs = createOwnStore('input');

/** Positions read in chats that the server has not been told of yet, by the chat's id. */
export const untoldReads = createOwnStore('read');

/** Reactions that the server has not answered yet, by message and emoji. */
export const waitingReactions = createOwnStore('reaction');

unsavedWhile(() => [drafts, inputs, waitingReactions].some((store) => store.holdsOnlyHere()));

/** Deletes everybody's texts of every kind, except those of `keep`. */
export function clearOwnStores(keep?: string) {
  for (const store of [drafts, inputs, untoldReads, waitingReactions]) store.clear(keep);
}
