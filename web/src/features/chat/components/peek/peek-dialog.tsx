import type { Chat } from '@koinonia/contracts/chat.ts';
import { useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { useMarkChat } from '../../reading/use-mark-chat.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import styles from './peek-dialog.module.css';
import { PeekMessages } from './peek-messages.tsx';

interface PeekDialogProps {
  chat: Chat;
  face: ChatFace;
  onOpen: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** A preview of a chat: its messages do not count as read. */
export function PeekDialog({ chat, face, onOpen, onDelete, onClose }: PeekDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  const mark = useMarkChat();
  const unread = chat.unreadCount > 0;

  function toggleMark() {
    void mark(chat, unread ? 'read' : 'unread');
    onClose();
  }

  return (
    <Dialog title={face.title} onClose={onClose} initialFocus={first}>
      <PeekMessages chat={chat} />
      <div className={styles.actions}>
        <Button ref={first} look="main" onClick={onOpen}>
          {texts.openChat}
        </Button>
        <Button onClick={toggleMark}>{unread ? texts.markRead : texts.markUnread}</Button>
        <Button onClick={onDelete}>{texts.deleteInPeek}</Button>
      </div>
    </Dialog>
  );
}
