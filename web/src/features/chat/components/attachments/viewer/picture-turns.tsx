import { IconButton } from '../../../../../components/ui/button.tsx';
import { viewerTexts } from '../../../viewer-texts.ts';
import styles from './picture-viewer-dialog.module.css';

interface PictureTurnsProps {
  index: number;
  count: number;
  onMove: (by: 1 | -1) => void;
}

/** Buttons to the previous and the next picture. */
export function PictureTurns({ index, count, onMove }: PictureTurnsProps) {
  if (count < 2) return null;
  const last = index === count - 1;
  return (
    <>
      <span className={`${styles.turn} ${styles.previous}`}>
        <IconButton icon="back" label={viewerTexts.previousPicture} disabled={index === 0} onClick={() => onMove(-1)} />
      </span>
      <span className={`${styles.turn} ${styles.next}`}>
        <IconButton icon="next" label={viewerTexts.nextPicture} disabled={last} onClick={() => onMove(1)} />
      </span>
    </>
  );
}
