import type { Chat } from '@koinonia/contracts/chat.ts';
import { More } from '../../../../components/ui/more.tsx';
import { Placeholder } from '../../../../components/ui/placeholder.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { useChatAttachments } from '../../api/use-chat-attachments.ts';
import { isPicture } from '../../model/attachment.ts';
import { attachmentListTexts as said } from '../../attachment-list-texts.ts';
import { AttachedFiles } from './attached-files.tsx';
import { AttachedPictures } from './attached-pictures.tsx';
import styles from './chat-attachments.module.css';

interface ChatAttachmentsProps {
  chat: Chat;
  directory: Directory;
  /** Somebody follows the link to a message. */
  onOpen: () => void;
}

/** All pictures and files of a chat, newest first. */
export function ChatAttachments({ chat, directory, onOpen }: ChatAttachmentsProps) {
  const online = useOnline();
  const { messages, state, more, retry } = useChatAttachments(chat);
  const pictures = messages.filter((one) => isPicture(one.attachmentUrl, one.attachment));
  const files = messages.filter((one) => !pictures.includes(one));

  if (state === 'loading' && online) return <AttachmentsSkeleton />;
  if (state !== 'ready') {
    return (
      <Placeholder className={styles.none} onRetry={online ? retry : undefined}>
        {online ? said.failed : said.offline}
      </Placeholder>
    );
  }
  if (messages.length === 0) return <Placeholder className={styles.none}>{said.none}</Placeholder>;
  return (
    <div className={styles.attachments}>
      {pictures.length > 0 && <AttachedPictures messages={pictures} onOpen={onOpen} />}
      {files.length > 0 && <AttachedFiles messages={files} directory={directory} onOpen={onOpen} />}
      {more && <More words={said.more} loadingWords={said.loadingMore} {...more} />}
    </div>
  );
}

const places = [0, 1, 2, 3, 4, 5];

function AttachmentsSkeleton() {
  return (
    <div className={styles.grid} role="status" aria-label={said.loading}>
      {places.map((place) => (
        <span key={place} className={styles.ghost}>
          <Skeleton />
        </span>
      ))}
    </div>
  );
}
