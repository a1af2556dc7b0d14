import { maxChatMembers } from '@koinonia/contracts/chat.ts';

/** What people read when something is refused. */
export const texts = {
  nobodySelected: 'Select at least 1 user',
  unknownPerson: 'Somebody who was selected is not there any more.',
  directIsForTwo: 'A direct chat is between two people.',
  tooManyMembers: `A chat can have ${maxChatMembers} members at most.`,
  directCannotChange: 'A direct chat cannot be changed.',
  addedAndRemoved: 'Nobody can be added and removed at once.',
  emptyMessage: 'A message needs a text.',
  clientIdTaken: 'Another message was sent with this clientId.',
  attachmentRefused: 'This attachment does not belong to this chat.',
  noEmoji: 'This is not an emoji.',
  tooManyReactions: 'That is enough reactions to one message.',
} as const;
