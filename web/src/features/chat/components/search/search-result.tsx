import type { Message } from '@koinonia/contracts/chat.ts';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { formatExact, formatRecent } from '../../../../lib/format.ts';
import type { Directory } from '../../../../lib/people.ts';
import { useChatParts } from '../../chat-context.tsx';
import { fileNameOf } from '../../model/attachment.ts';
import { markedExcerpt } from '../../model/search-words.ts';
import { texts } from '../../texts.ts';
import styles from './search-result.module.css';

interface SearchResultProps {
  message: Message;
  /** The words of the search. */
  words: string;
  directory: Directory;
  /** The chat's name, when the results come from several chats. */
  chatTitle?: string | undefined;
  onOpen: () => void;
}

/** A found message, as a link to its place in the chat. */
export function SearchResult({ message, words, directory, chatTitle, onOpen }: SearchResultProps) {
  const { uid } = useChatParts();
  const { displayName, photoURL } = directory.of(message.senderId);
  const text =
    message.text || (message.attachmentUrl === null ? '' : fileNameOf(message.attachmentUrl, message.attachment));
  return (
    <Link className={styles.result} to={`/chat/${message.chatId}?at=${message.seq}`} onClick={onOpen}>
      <Avatar id={message.senderId} name={displayName} photoURL={photoURL} size="small" />
      <span className={styles.sender} dir="auto">
        {message.senderId === uid ? texts.you : displayName}
      </span>
      <time className={styles.time} dateTime={message.createdAt} title={formatExact(message.createdAt)}>
        {formatRecent(message.createdAt)}
      </time>
      {chatTitle !== undefined && chatTitle !== displayName && (
        <span className={styles.chat} dir="auto">
          {chatTitle}
        </span>
      )}
      <span className={styles.excerpt} dir="auto">
        {markedExcerpt(text, words).map((part, index) =>
          // The parts have no other key than their index, and never move.
          // oxlint-disable-next-line react/no-array-index-key
          part.hit ? <mark key={index}>{part.text}</mark> : part.text,
        )}
      </span>
    </Link>
  );
}
