import { useOnline } from '../../lib/use-online.ts';
import { Icon } from './icon.tsx';
import styles from './offline-note.module.css';
import { texts } from './texts.ts';

/** Says that what follows may be old by now; `known`: there is something to follow. Its place is always kept. */
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
