import { maxChatMembers, maxEdits } from '@koinonia/contracts/chat.ts';

/** What people read when something is refused. */
export const texts = {
  nobodySelected: 'Select at least 1 user',
  unknownPerson: 'Somebody who was selected is no longer here.',
  unknownName: 'Unknown',
  directIsForTwo: 'A direct chat is between two people.',
  tooManyMembers: `A chat can have ${maxChatMembers} members at most.`,
  directCannotChange: 'A direct chat cannot be changed.',
  addedAndRemoved: 'Nobody can be added and removed at once.',
  emptyMessage: 'A message cannot be empty.',
  nothingToReplyTo: 'The message that this replies to was not found.',
  notYourMessage: 'Only its sender can change a message.',
  lineOfChat: 'System messages cannot be changed.',
  messageDeleted: 'This message was deleted.',
  tooManyEdits: `A message can be edited ${maxEdits} times at most.`,
  nothingToSearch: 'There is no word in this to search for.',
  noSuchPage: 'There is no page of a search here. Please search again.',
  clientIdTaken: 'This message was already sent, but with a different text or file, or to another chat.',
  attachmentRefused:
    'Only the person who uploaded this attachment can send it, and only in the chat for which it was uploaded.',
  noEmoji: 'This is not an emoji.',
  tooManyReactions: 'You cannot add more reactions to this message.',
} as const;
