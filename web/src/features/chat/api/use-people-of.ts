import { type Chat, mentionsEveryone, type Message } from '@koinonia/contracts/chat.ts';
import { useMemo } from 'react';
import { type Directory, useDirectory } from '../../../lib/people.ts';

const peopleOf = ({ senderId, replyTo, system, mentions = [] }: Message): readonly string[] => [
  senderId,
  ...mentions,
  ...(replyTo === undefined ? [] : [replyTo.senderId]),
  ...(system !== undefined && 'people' in system ? system.people : []),
];

/** The names of all who occur in a conversation: those who have left it, too. */
export function usePeopleOf({ users }: Chat, messages: readonly Message[]): Directory {
  // Most messages bring nobody new: the names are the same then, and what shows them need not be drawn again.
  const all = new Set([...users, ...messages.flatMap(peopleOf)]);
  all.delete(mentionsEveryone);
  const list = [...all].sort().join('\n');
  return useDirectory(useMemo(() => list.split('\n'), [list]));
}
