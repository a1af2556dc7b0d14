import { useOnline } from '../../lib/use-online.ts';
import { Icon } from './icon.tsx';
import styles from './offline-note.module.css';
import { texts } from './texts.ts';

/**
 * Says while offline that the content below may be out of date. `known`: there is such content. Its room is always
 * reserved.
 */
export function OfflineNote({ known = true }: { known?: boolean }) {
  const online = useOnline();
  return (
    <p className={styles.note} role="status">
      {!online && known && (
        <>
          <Icon name="offline" size={16} />
          {texts.offline}
        </>
      )}
    </p>
  );
}
