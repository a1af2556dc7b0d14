import type { Chat } from '@koinonia/contracts/chat.ts';
import { maxSearchLength } from '@koinonia/contracts/chat-search.ts';
import { useRef } from 'react';
import { Button, IconButton } from '../../../../components/ui/button.tsx';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import { Placeholder } from '../../../../components/ui/placeholder.tsx';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { texts } from '../../texts.ts';
import { arrowKeys } from '../search/arrow-keys.ts';
import { ChatList } from './chat-list.tsx';
import styles from './chat-list-pane.module.css';
import { type ListPlace, useListPlace } from './list-place.ts';
import { ListSkeleton } from './list-skeleton.tsx';

const MessageSearch = lazyPart(() => import('../search/message-search.tsx').then((module) => module.MessageSearch));

interface ChatListPaneProps {
  chats: readonly Chat[];
  directory: Directory;
  pending: boolean;
  failed: boolean;
  openId: string | undefined;
  /** The words in the search box. */
  words: string;
  onWords: (words: string) => void;
  place: ListPlace;
  onNewChat: () => void;
  onOpen: () => void;
  retry: () => unknown;
}

export function ChatListPane({ pending, failed, words, onWords, place, onNewChat, retry, ...list }: ChatListPaneProps) {
  const searching = words.trim() !== '';
  const frame = useRef<HTMLDivElement>(null);
  const onScroll = useListPlace(frame, place, searching);
  return (
    // The arrow keys only move the focus between the search box and the results.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.pane}
      data-beside-open={list.openId !== undefined}
      aria-label={texts.chats}
      onKeyDown={arrowKeys}
    >
      <header className={styles.header}>
        <SearchBox label={texts.searchChats} value={words} onChange={onWords} longest={maxSearchLength} />
        <IconButton icon="compose" look="main" label={texts.newChat} onClick={onNewChat} />
      </header>
      {pending ? (
        <ListSkeleton />
      ) : failed ? (
        <Placeholder className={styles.empty} onRetry={retry}>
          {texts.chatsNotHere}
        </Placeholder>
      ) : list.chats.length === 0 ? (
        <Placeholder className={styles.empty}>
          <p>{texts.noChats}</p>
          <Button look="main" onClick={onNewChat}>
            {texts.startFirst}
          </Button>
        </Placeholder>
      ) : (
        <div ref={frame} className={styles.found} data-searching={searching} onScrollCapture={onScroll}>
          <ChatList {...list} words={words} place={place} />
          {searching && <MessageSearch words={words} chats={list.chats} place={place} onOpen={list.onOpen} />}
        </div>
      )}
    </section>
  );
}
