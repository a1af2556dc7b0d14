import type { Chat } from '@koinonia/contracts/chat.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../../../components/ui/button.tsx';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { texts } from '../../texts.ts';
import { ChatList } from './chat-list.tsx';
import styles from './chat-list-pane.module.css';
import { ListSkeleton } from './list-skeleton.tsx';

interface ChatListPaneProps {
  chats: readonly Chat[];
  directory: Directory;
  pending: boolean;
  failed: boolean;
  openId: string | undefined;
  onNewChat: () => void;
  onOpen: () => void;
  retry: () => void;
}

export function ChatListPane({ pending, failed, onNewChat, retry, ...list }: ChatListPaneProps) {
  const [words, setWords] = useState('');
  return (
    <section className={styles.pane} aria-label={texts.chats}>
      <header className={styles.header}>
        <SearchBox label={texts.searchChats} value={words} onChange={setWords} />
        <IconButton icon="compose" look="main" label={texts.newChat} onClick={onNewChat} />
      </header>
      {pending ? (
        <ListSkeleton />
      ) : failed ? (
        <div className={styles.empty}>
          <p>{texts.chatsNotHere}</p>
          <Button onClick={retry}>{texts.retry}</Button>
        </div>
      ) : list.chats.length === 0 ? (
        <div className={styles.empty}>
          <p>{texts.noChats}</p>
          <Button look="main" onClick={onNewChat}>
            {texts.startFirst}
          </Button>
        </div>
      ) : (
        <ChatList {...list} words={words} />
      )}
    </section>
  );
}
