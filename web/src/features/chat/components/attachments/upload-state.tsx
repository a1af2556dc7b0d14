import { useSyncExternalStore, type MouseEvent } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { ProgressBar } from '../../../../components/ui/progress-bar.tsx';
import { useChatParts } from '../../chat-context.tsx';
import { texts } from '../../texts.ts';
import styles from './upload-state.module.css';

/** The progress of an upload, with a button that cancels it. */
export function UploadState({ clientId }: { clientId: string }) {
  const { outbox, progress } = useChatParts();
  const part = useSyncExternalStore(progress.subscribe, () => progress.of(clientId));
  const percent = Math.floor((part ?? 0) * 100);

  function cancel({ currentTarget }: MouseEvent) {
    // The button disappears with the message, so move the focus first.
    currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    void outbox.discard(clientId);
  }

  return (
    <div className={styles.state}>
      {part === undefined ? (
        <span className={styles.words}>{texts.uploadWaits}</span>
      ) : (
        <>
          <ProgressBar label={texts.uploadingFile} max={100} value={percent} />
          <span className={styles.percent} aria-hidden="true">
            {percent} %
          </span>
        </>
      )}
      <IconButton icon="close" label={texts.cancelUpload} takesAway onClick={cancel} />
    </div>
  );
}
