import { type Chat, mentionsEveryone, type Message } from '@koinonia/contracts/chat.ts';
import { type Directory, useDirectory } from '../../../lib/people.ts';

const peopleOf = ({ senderId, replyTo, system, mentions = [] }: Message): readonly string[] => [
  senderId,
  ...mentions,
  ...(replyTo === undefined ? [] : [replyTo.senderId]),
  ...(system !== undefined && 'people' in system ? system.people : []),
];

/** All people who are named in a conversation, including those who have left it. */
export function peopleIn({ users }: Chat, messages: readonly Message[]): Set<string> {
  const all = new Set([...users, ...messages.flatMap(peopleOf)]);
  all.delete(mentionsEveryone);
  return all;
}

/** Their names. */
export const usePeopleOf = (chat: Chat, messages: readonly Message[]): Directory =>
  useDirectory(peopleIn(chat, messages));
