import type { Chat } from '@koinonia/contracts/chat.ts';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { useBackCloses } from '../../../../lib/use-back-closes.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { attachmentListTexts } from '../../attachment-list-texts.ts';
import { searchTexts } from '../../search-texts.ts';
import { AboutChat } from './about-chat.tsx';
import { ChatAttachments } from './chat-attachments.tsx';
import styles from './chat-info.module.css';
import { ChatSearch } from './chat-search.tsx';

export interface ChatInfoProps {
  chat: Chat | undefined;
  face: ChatFace | undefined;
  directory: Directory;
  narrow: boolean;
  onClose: () => void;
  onOpenChat: (chatId: string) => void;
}

type Part = 'about' | 'attachments' | 'search';

const titles: Readonly<Record<Part, string>> = {
  about: texts.chatInfo,
  attachments: attachmentListTexts.title,
  search: searchTexts.searchChat,
};

/** Everything about a chat besides its messages. Beside the conversation, or in its place on narrow screens. */
export function ChatInfo({ chat, face, directory, narrow, onClose, onOpenChat }: ChatInfoProps) {
  const [part, setPart] = useState<Part>('about');
  const heading = useRef<HTMLHeadingElement>(null);
  // Beside the conversation, the button that opens it stays and keeps the focus.
  const moved = useRef(narrow);

  // The pressed button is gone with its part or pane, so the focus moves.
  useEffect(() => {
    if (moved.current && part !== 'search') heading.current?.focus();
    moved.current = true;
  }, [part]);

  const back = part === 'about' ? (narrow ? onClose : null) : () => setPart('about');
  useBackCloses(narrow && back !== null ? back : undefined);
  const goToPlace = () => {
    if (narrow) onClose();
  };

  return (
    <aside className={styles.pane} aria-label={texts.chatInfo}>
      <header className={styles.header}>
        {back !== null && <IconButton icon="back" label={texts.back} onClick={back} />}
        <h2 ref={heading} tabIndex={-1}>
          {titles[part]}
        </h2>
        {!narrow && <IconButton icon="close" label={texts.closeInfo} onClick={onClose} />}
      </header>
      {chat === undefined || face === undefined ? (
        <p className={styles.none}>{texts.noChatSelected}</p>
      ) : part === 'attachments' ? (
        <ChatAttachments chat={chat} directory={directory} onOpen={goToPlace} />
      ) : part === 'search' ? (
        <ChatSearch chat={chat} onOpen={goToPlace} />
      ) : (
        <AboutChat chat={chat} face={face} directory={directory} onShow={setPart} onOpenChat={onOpenChat} />
      )}
    </aside>
  );
}
