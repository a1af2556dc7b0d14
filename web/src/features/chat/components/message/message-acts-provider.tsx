import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import { byName } from '../../../../lib/names-in-order.ts';
import type { Directory } from '../../../../lib/people.ts';
import { useChatParts } from '../../chat-context.tsx';
import { everyone } from '../../model/mentions.ts';
import { type MenuTarget, type MessageActs, MessageActsContext } from './message-acts.ts';

const MessageMenu = lazyPart(() => import('./message-menu.tsx').then((module) => module.MessageMenu));
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));
const VersionsDialog = lazyPart(() => import('./versions-dialog.tsx').then((module) => module.VersionsDialog));

interface ActsProviderProps {
  chat: Chat;
  directory: Directory;
  children: ReactNode;
}

type Open =
  | { readonly kind: 'menu'; readonly target: MenuTarget }
  | { readonly kind: 'delete' | 'versions'; readonly message: Message; readonly back: HTMLElement };

/** The actions on the messages of a conversation: one menu and one dialog for all of them. */
export function MessageActsProvider({ chat, directory, children }: ActsProviderProps) {
  const { uid } = useChatParts();
  const [open, setOpen] = useState<Open | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { id: chatId, users, isGroup } = chat;

  const acts = useMemo<MessageActs>(() => {
    const people = users
      .filter((id) => id !== uid)
      .map((id) => ({ id, name: directory.of(id).displayName }))
      .filter(({ name }) => name !== '')
      .sort(byName);
    return {
      chatId,
      directory,
      box,
      mentionable: isGroup ? [...people, everyone] : people,
      openMenu: (target) => setOpen({ kind: 'menu', target }),
      askToDelete: (message, back) => setOpen({ kind: 'delete', message, back }),
      showVersions: (message, back) => setOpen({ kind: 'versions', message, back }),
    };
  }, [chatId, directory, users, isGroup, uid]);

  const close = () => setOpen(null);

  return (
    <MessageActsContext value={acts}>
      {children}
      {open?.kind === 'menu' && <MessageMenu key={open.target.message.id} target={open.target} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog {...open} onClose={close} />}
      {open?.kind === 'versions' && <VersionsDialog {...open} onClose={close} />}
    </MessageActsContext>
  );
}
