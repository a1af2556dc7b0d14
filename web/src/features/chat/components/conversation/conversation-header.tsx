import type { Chat } from '@koinonia/contracts/chat.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { IconButton } from '../../../../components/ui/button.tsx';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { DirectPresence } from '../presence/direct-presence.tsx';
import styles from './conversation.module.css';

export interface ConversationHeaderProps {
  chat: Chat;
  face: ChatFace;
  infoOpen: boolean;
  onInfo: () => void;
  /** Undefined where the list stays visible beside the chat. */
  onBack: (() => void) | undefined;
}

/** The name of the chat, with the ways to the list and to the chat's info. */
export function ConversationHeader({ chat, face, infoOpen, onInfo, onBack }: ConversationHeaderProps) {
  return (
    <header className={styles.header}>
      {onBack !== undefined && <IconButton icon="back" label={texts.back} onClick={onBack} />}
      <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} />
      <h2 className={styles.title} tabIndex={-1} dir="auto" title={face.title}>
        {face.title}
      </h2>
      <DirectPresence chat={chat} />
      <IconButton icon="info" label={texts.chatInfo} aria-expanded={infoOpen} onClick={onInfo} />
    </header>
  );
}
