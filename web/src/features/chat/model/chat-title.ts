import type { Chat } from '@koinonia/contracts/chat.ts';
import type { Directory } from '../../../lib/people.ts';
import { texts } from '../texts.ts';

export interface ChatFace {
  readonly title: string;
  readonly photoURL: string;
  /** Chooses the tint of the avatar: in a direct chat the other person's, so that it is the same everywhere. */
  readonly tintId: string;
}

/** How a chat is shown: a group by its name, a direct chat by the other person. */
export function faceOf(chat: Chat, directory: Directory, me: string): ChatFace {
  if (chat.isGroup) return { title: chat.name || texts.groupChat, photoURL: chat.photoURL ?? '', tintId: chat.id };
  const other = chat.users.find((uid) => uid !== me);
  if (other === undefined) return { title: texts.directChat, photoURL: '', tintId: chat.id };
  const { displayName, photoURL } = directory.of(other);
  return { title: displayName || texts.directChat, photoURL, tintId: other };
}

/** The text that a search of chats looks in: the title, and the names of the people in the chat. */
export function namesOf(chat: Chat, directory: Directory, me: string): string {
  const others = chat.users.filter((uid) => uid !== me);
  return [faceOf(chat, directory, me).title, ...others.map((uid) => directory.of(uid).displayName)].join(' ');
}
