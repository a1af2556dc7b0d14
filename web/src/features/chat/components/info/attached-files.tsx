import type { Message } from '@koinonia/contracts/chat.ts';
import { Link } from 'react-router-dom';
import { formatExact, formatRecent } from '../../../../lib/format.ts';
import type { Directory } from '../../../../lib/people.ts';
import { useChatParts } from '../../chat-context.tsx';
import { fileNameOf } from '../../model/attachment.ts';
import { texts } from '../../texts.ts';
import { attachmentListTexts } from '../../attachment-list-texts.ts';
import { FileAttachment } from '../attachments/file-attachment.tsx';
import styles from './chat-attachments.module.css';

interface AttachedFilesProps {
  messages: readonly Message[];
  directory: Directory;
  onOpen: () => void;
}

/** The files of a chat, each with its sender and time, which link to its message. */
export function AttachedFiles({ messages, directory, onOpen }: AttachedFilesProps) {
  const { uid } = useChatParts();
  return (
    <section>
      <h3 className={styles.heading}>{attachmentListTexts.files}</h3>
      <ul className={styles.files}>
        {messages.map(({ id, chatId, seq, senderId, createdAt, attachmentUrl, attachment }) => (
          <li key={id}>
            <FileAttachment url={attachmentUrl} about={attachment} />
            <Link
              className={styles.place}
              to={`/chat/${chatId}?at=${seq}`}
              title={attachmentListTexts.showInChat(fileNameOf(attachmentUrl ?? '', attachment))}
              onClick={onOpen}
            >
              <span>
                <bdi>{senderId === uid ? texts.you : directory.of(senderId).displayName}</bdi>,{' '}
                <time dateTime={createdAt} title={formatExact(createdAt)}>
                  {formatRecent(createdAt)}
                </time>
              </span>
              <span className="visually-hidden"> · {attachmentListTexts.inChat}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
