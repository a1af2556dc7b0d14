import type { Message } from '@koinonia/contracts/chat.ts';
import { IconButton } from '../../../../components/ui/button.tsx';
import { useChatParts } from '../../chat-context.tsx';
import { texts } from '../../texts.ts';
import { useMessageActs } from './message-acts.ts';
import styles from './message-toolbar.module.css';

interface MessageToolbarProps {
  message: Message;
  onMenu: (byKeyboard: boolean) => void;
}

/**
 * A toolbar beside the message under the pointer or with the focus. It is not a Tab stop, because the message itself opens
 * the same menu: two stops per message would be a long way to the box.
 */
export function MessageToolbar({ message, onMenu }: MessageToolbarProps) {
  const { uid, writings } = useChatParts();
  const { box } = useMessageActs();

  function reply() {
    writings.reply(message);
    box.current?.focus();
  }

  return (
    <span className={`${styles.toolbar} ${message.senderId === uid ? styles.mine : ''}`} data-passed-by="">
      <IconButton
        icon="smile"
        label={texts.messageActions}
        tabIndex={-1}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.detail === 0)}
      />
      <IconButton icon="reply" label={texts.reply} tabIndex={-1} onClick={reply} />
    </span>
  );
}
