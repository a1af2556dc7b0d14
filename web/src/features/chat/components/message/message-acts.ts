import type { Message } from '@koinonia/contracts/chat.ts';
import { createContext, use, type RefObject } from 'react';
import type { Place } from '../../../../components/ui/menu-at.tsx';
import type { Directory } from '../../../../lib/people.ts';
import type { Mentionable } from '../../model/mentions.ts';

/** The message of an open menu or dialog, its place on the screen, and the element that gets the focus back. */
export interface MenuTarget {
  readonly message: Message;
  readonly place: Place;
  readonly byKeyboard: boolean;
  readonly back: HTMLElement;
}

export interface MessageActs {
  readonly chatId: string;
  readonly directory: Directory;
  /** The text box of the composer. */
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** People of the chat, by the names that mention them; in a group, also 'everyone'. */
  readonly mentionable: readonly Mentionable[];
  openMenu(target: MenuTarget): void;
  askToDelete(message: Message, back: HTMLElement): void;
  showVersions(message: Message, back: HTMLElement): void;
}

export const MessageActsContext = createContext<MessageActs | null>(null);

export function useMessageActs(): MessageActs {
  const acts = use(MessageActsContext);
  if (acts === null) throw new Error('useMessageActs outside of MessageActsProvider');
  return acts;
}
