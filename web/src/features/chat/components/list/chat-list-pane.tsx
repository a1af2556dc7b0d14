import type { Chat } from '@koinonia/contracts/chat.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../../../components/ui/button.tsx';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { useChatParts } from '../../chat-context.tsx';
import { faceOf, matchesSearch } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { ChatListItem } from './chat-list-item.tsx';
import styles from './chat-list-pane.module.css';

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

export function ChatListPane({
  chats,
  directory,
  pending,
  failed,
  openId,
  onNewChat,
  onOpen,
  retry,
}: ChatListPaneProps) {
  const { uid } = useChatParts();
  const [words, setWords] = useState('');
  const shown = chats.filter((chat) => matchesSearch(chat, directory, uid, words));

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
      ) : chats.length === 0 ? (
        <div className={styles.empty}>
          <p>{texts.noChats}</p>
          <Button look="main" onClick={onNewChat}>
            {texts.startFirst}
          </Button>
        </div>
      ) : shown.length === 0 ? (
        <p className={styles.empty}>{texts.noChatsMatch}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((chat) => (
            <li key={chat.id}>
              <ChatListItem chat={chat} face={faceOf(chat, directory, uid)} open={chat.id === openId} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const widths = ['45%', '60%', '35%', '55%', '40%', '50%'];

function ListSkeleton() {
  return (
    <div className={styles.list} role="status" aria-label={texts.loadingChats}>
      {widths.map((width) => (
        <div key={width} className={styles.ghost}>
          <Skeleton shape="circle" />
          <div>
            <Skeleton width={width} />
            <Skeleton width="80%" />
          </div>
        </div>
      ))}
    </div>
  );
}
