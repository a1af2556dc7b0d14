import type { Chat } from '@koinonia/contracts/chat.ts';
import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { isTouchMenu, useLongPress } from '../../../../lib/use-long-press.ts';
import { useChatParts } from '../../chat-context.tsx';
import type { Outgoing } from '../../model/conversation.ts';
import { faceOf } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import styles from './chat-list-entry.module.css';
import { preparePeek } from '../peek/peek-place.tsx';
import { ChatListItem } from './chat-list-item.tsx';

/** Milliseconds of a long press that opens the preview of a chat. */
const peeksAfter = 450;

interface ChatListEntryProps {
  chat: Chat;
  directory: Directory;
  open: boolean;
  unsent: Outgoing | undefined;
  tabbable: boolean;
  onOpen: () => void;
  onPeek: (chatId: string) => void;
}

/**
 * A chat in the list. A press opens it; a long press, the right mouse button, the keyboard or its own button previews it.
 * Memoised, because often only other chats change.
 */
export const ChatListEntry = memo(function ChatListEntry(props: ChatListEntryProps) {
  const { chat, directory, open, unsent, tabbable, onOpen, onPeek } = props;
  const { uid, reads } = useChatParts();
  const face = faceOf(chat, directory, uid);
  const peek = () => onPeek(chat.id);
  const press = useLongPress(peek, peeksAfter);

  function onContextMenu(event: MouseEvent) {
    event.preventDefault();
    if (!isTouchMenu(event)) peek();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    peek();
  }

  function opened() {
    reads.opened(chat.id);
    onOpen();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.entry}
      data-roving={chat.id}
      {...press}
      onPointerEnter={preparePeek}
      onFocus={preparePeek}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
    >
      <ChatListItem chat={chat} face={face} open={open} unsent={unsent} tabIndex={tabbable ? 0 : -1} onOpen={opened} />
      <span className={styles.more}>
        <IconButton
          icon="more"
          label={texts.moreOf(face.title)}
          aria-haspopup="dialog"
          tabIndex={tabbable ? 0 : -1}
          onClick={peek}
        />
      </span>
    </li>
  );
});
