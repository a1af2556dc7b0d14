import { listVersions, type Message } from '@koinonia/contracts/chat.ts';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { NotHere } from '../../../../components/ui/not-here.tsx';
import { request } from '../../../../lib/api/request.ts';
import { formatExact } from '../../../../lib/format.ts';
import { hasFailed } from '../../../../lib/has-failed.ts';
import { historyTexts } from '../../history-texts.ts';
import styles from './message-dialogs.module.css';

interface VersionsDialogProps {
  message: Message;
  back: HTMLElement;
  onClose: () => void;
}

/** All versions of a message, newest first. */
export function VersionsDialog({ message, back, onClose }: VersionsDialogProps) {
  const { id, chatId, changeSeq } = message;
  const query = useQuery({
    queryKey: ['versions', chatId, id, changeSeq],
    queryFn: () => request(listVersions, { params: { id: chatId, messageId: id } }),
  });

  const { data, isPaused, refetch } = query;
  const failed = hasFailed(query);

  function close() {
    onClose();
    requestAnimationFrame(() => back.focus({ preventScroll: true }));
  }

  return (
    <Dialog title={historyTexts.of} onClose={close}>
      {data === undefined ? (
        <div className={styles.awaited}>
          {failed ? (
            <NotHere failed words={historyTexts.failed} onRetry={() => refetch()} />
          ) : (
            <p role="status">{isPaused ? historyTexts.offline : historyTexts.loading}</p>
          )}
        </div>
      ) : (
        <ol className={styles.versions}>
          {data.toReversed().map(({ text, writtenAt }, index) => (
            <li key={`${writtenAt} ${index}`}>
              <time className={styles.when} dateTime={writtenAt}>
                {index === 0 ? `${historyTexts.now}, ` : ''}
                {formatExact(writtenAt)}
              </time>
              <p className={styles.version} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
