import { type Chat, mentionsEveryone, type Message } from '@koinonia/contracts/chat.ts';
import { type Directory, useDirectory } from '../../../lib/people.ts';

const peopleOf = ({ senderId, replyTo, system, mentions = [] }: Message): readonly string[] => [
  senderId,
  ...mentions,
  ...(replyTo === undefined ? [] : [replyTo.senderId]),
  ...(system !== undefined && 'people' in system ? system.people : []),
];

/** The names of all people in a conversation, including those who have left it. */
export function usePeopleOf({ users }: Chat, messages: readonly Message[]): Directory {
  const all = new Set([...users, ...messages.flatMap(peopleOf)]);
  all.delete(mentionsEveryone);
  return useDirectory(all);
}
