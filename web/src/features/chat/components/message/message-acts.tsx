import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { createContext, lazy, Suspense, use, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Place } from '../../../../components/ui/menu-at.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { useChatParts } from '../../chat-context.tsx';
import { everyone, type Mentionable } from '../../model/mentions.ts';

const MessageMenu = lazy(() => import('./message-menu.tsx').then((module) => ({ default: module.MessageMenu })));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })));
const VersionsDialog = lazy(() =>
  import('./versions-dialog.tsx').then((module) => ({ default: module.VersionsDialog })),
);

/** A message, where on the screen it was asked about, and who gets the focus back. */
export interface Asked {
  readonly message: Message;
  readonly place: Place;
  readonly byKeyboard: boolean;
  readonly back: HTMLElement;
}

export interface MessageActs {
  readonly chatId: string;
  readonly directory: Directory;
  /** The box that one writes in. */
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** The last bubble, by which the keyboard gets to the messages. */
  readonly newest: string | undefined;
  /** People of the chat by the names that they are mentioned by; everyone, where there are several. */
  readonly mentionable: readonly Mentionable[];
  openMenu(asked: Asked): void;
  reply(message: Message): void;
  edit(message: Message): void;
  askToDelete(message: Message, back: HTMLElement): void;
  showVersions(message: Message, back: HTMLElement): void;
}

const MessageActsContext = createContext<MessageActs | null>(null);

interface ActsProviderProps {
  chat: Chat;
  directory: Directory;
  newest: string | undefined;
  children: ReactNode;
}

type Open =
  | { readonly kind: 'menu'; readonly asked: Asked }
  | { readonly kind: 'delete' | 'versions'; readonly message: Message; readonly back: HTMLElement };

/** What one can do with the messages of a conversation: one menu and one dialog for all of them. */
export function MessageActsProvider({ chat, directory, newest, children }: ActsProviderProps) {
  const { uid, writings } = useChatParts();
  const [open, setOpen] = useState<Open | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { id: chatId, users, isGroup } = chat;

  const acts = useMemo<MessageActs>(() => {
    const people = users
      .filter((id) => id !== uid)
      .map((id) => ({ id, name: directory.of(id).displayName }))
      .filter(({ name }) => name !== '')
      .sort((a, b) => a.name.localeCompare(b.name));
    return {
      chatId,
      directory,
      box,
      newest,
      mentionable: isGroup ? [...people, everyone] : people,
      openMenu: (asked) => setOpen({ kind: 'menu', asked }),
      reply: (message) => writings.reply(message),
      edit: (message) => writings.edit(message),
      askToDelete: (message, back) => setOpen({ kind: 'delete', message, back }),
      showVersions: (message, back) => setOpen({ kind: 'versions', message, back }),
    };
  }, [chatId, directory, newest, users, isGroup, uid, writings]);

  const close = () => setOpen(null);

  return (
    <MessageActsContext value={acts}>
      {children}
      <Suspense fallback={null}>
        {open?.kind === 'menu' && <MessageMenu key={open.asked.message.id} asked={open.asked} onClose={close} />}
        {open?.kind === 'delete' && <DeleteDialog {...open} onClose={close} />}
        {open?.kind === 'versions' && <VersionsDialog {...open} onClose={close} />}
      </Suspense>
    </MessageActsContext>
  );
}

export function useMessageActs(): MessageActs {
  const acts = use(MessageActsContext);
  if (acts === null) throw new Error('useMessageActs outside of MessageActsProvider');
  return acts;
}
