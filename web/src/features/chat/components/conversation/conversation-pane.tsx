import type { Chat } from '@koinonia/contracts/chat.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { IconButton } from '../../../../components/ui/button.tsx';
import { ChatMissing, NoChatChosen } from '../chat-placeholders.tsx';
import { ConnectionNote } from '../connection-note.tsx';
import { ConversationEmpty } from './conversation-empty.tsx';
import { Conversation } from './conversation.tsx';
import conversation from './conversation.module.css';
import styles from './conversation-pane.module.css';

interface ConversationPaneProps {
  /** The id in the page's address; such a chat may not exist. */
  id: string | undefined;
  chat: Chat | undefined;
  face: ChatFace | undefined;
  /** The list of chats, in which this one may be: only a list from the server says that a chat does not exist. */
  list: 'loading' | 'failed' | 'ready';
  onRetry: () => unknown;
  infoOpen: boolean;
  onInfo: () => void;
  onBack: (() => void) | undefined;
}

/** The open chat, or why there is none. */
export function ConversationPane({ id, chat, face, list, onRetry, ...acts }: ConversationPaneProps) {
  return (
    <section className={styles.pane} aria-label={face?.title ?? texts.title}>
      {id === undefined ? (
        <>
          <NoChatChosen />
          <Foot />
        </>
      ) : chat !== undefined && face !== undefined ? (
        <Conversation key={id} chat={chat} face={face} {...acts} />
      ) : (
        <>
          {acts.onBack !== undefined && (
            <header className={conversation.header}>
              <IconButton icon="back" label={texts.back} onClick={acts.onBack} />
            </header>
          )}
          {list === 'ready' ? <ChatMissing /> : <ConversationEmpty status={list} onRetry={onRetry} />}
          <Foot />
        </>
      )}
    </section>
  );
}

/** The connection note for a pane without messages. */
function Foot() {
  return (
    <div className={styles.foot}>
      <ConnectionNote />
    </div>
  );
}
