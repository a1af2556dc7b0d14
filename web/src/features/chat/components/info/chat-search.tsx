import { maxSearchLength } from '@koinonia/contracts/chat-search.ts';
import type { Chat } from '@koinonia/contracts/chat.ts';
import { useEffect, useRef, useState } from 'react';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import { searchTexts } from '../../search-texts.ts';
import { arrowKeys } from '../search/arrow-keys.ts';
import { MessageSearch } from '../search/message-search.tsx';
import styles from './chat-search.module.css';

interface ChatSearchProps {
  chat: Chat;
  onOpen: () => void;
}

/** Search in one chat. */
export function ChatSearch({ chat, onOpen }: ChatSearchProps) {
  const [words, setWords] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    // The arrow keys only move the focus between the search box and the results.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.search} onKeyDown={arrowKeys}>
      <SearchBox
        ref={box}
        label={searchTexts.searchMessages}
        value={words}
        onChange={setWords}
        longest={maxSearchLength}
      />
      {words.trim() === '' ? (
        <p className={styles.hint}>{searchTexts.hint}</p>
      ) : (
        <MessageSearch words={words} chats={[chat]} within={chat} onOpen={onOpen} />
      )}
    </div>
  );
}
