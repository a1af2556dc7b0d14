import type { Chat } from '@koinonia/contracts/chat.ts';
import type { Directory } from '../../../lib/people.ts';
import { texts } from '../texts.ts';

export interface ChatFace {
  readonly title: string;
  readonly photoURL: string;
  /** Chooses the tint of the avatar: of the person in a direct chat, so that it is the same everywhere. */
  readonly tintId: string;
}

/** How a chat is shown: a group by its name, a direct chat by the other person. */
export function faceOf(chat: Chat, directory: Directory, me: string): ChatFace {
  if (chat.isGroup) return { title: chat.name || texts.groupChat, photoURL: '', tintId: chat.id };
  const other = chat.users.find((uid) => uid !== me);
  if (other === undefined) return { title: texts.directChat, photoURL: '', tintId: chat.id };
  const { displayName, photoURL } = directory.of(other);
  return { title: displayName || texts.directChat, photoURL, tintId: other };
}

/** True when the words are in the title, or in the name of somebody in the chat. */
export function matchesSearch(chat: Chat, directory: Directory, me: string, words: string): boolean {
  const wanted = words.trim().toLocaleLowerCase();
  const names = [
    faceOf(chat, directory, me).title,
    ...chat.users.filter((uid) => uid !== me).map((uid) => directory.of(uid).displayName),
  ];
  return names.some((name) => name.toLocaleLowerCase().includes(wanted));
}
