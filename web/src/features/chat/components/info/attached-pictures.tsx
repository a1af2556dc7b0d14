import type { Message } from '@koinonia/contracts/chat.ts';
import { Link } from 'react-router-dom';
import { formatRecent } from '../../../../lib/format.ts';
import { useChatParts } from '../../chat-context.tsx';
import { fileNameOf } from '../../model/attachment.ts';
import { picturesOf } from '../../model/sent-picture.ts';
import { texts } from '../../texts.ts';
import { attachmentListTexts } from '../../attachment-list-texts.ts';
import { Picture } from '../attachments/picture.tsx';
import styles from './chat-attachments.module.css';

interface AttachedPicturesProps {
  messages: readonly Message[];
  onOpen: () => void;
}

/** The pictures of a chat. Pressing one opens it in full; its day or time links to its message. */
export function AttachedPictures({ messages, onOpen }: AttachedPicturesProps) {
  const { viewer } = useChatParts();
  // The viewer goes in reading order: the older picture is the previous one.
  const inOrder = () => picturesOf(messages.toReversed());
  return (
    <section>
      <h3 className={styles.heading}>{attachmentListTexts.pictures}</h3>
      <ul className={styles.grid}>
        {messages.map((message) => {
          const url = message.attachmentUrl ?? '';
          const name = fileNameOf(url, message.attachment);
          return (
            <li key={message.id} className={styles.tile}>
              <button
                type="button"
                className={styles.picture}
                id={`tile-${message.id}`}
                aria-label={texts.openPicture(name)}
                aria-labelledby={`tile-${message.id} note-${message.id}`}
                aria-haspopup="dialog"
                onClick={(event) => viewer.open(inOrder(), message.id, event.currentTarget)}
              >
                <Picture url={url} name={name} about={message.attachment} sizes="7rem" noteId={`note-${message.id}`} />
              </button>
              <Link className={styles.place} to={`/chat/${message.chatId}?at=${message.seq}`} onClick={onOpen}>
                {formatRecent(message.createdAt)}
                <span className="visually-hidden">: {attachmentListTexts.showInChat(name)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
