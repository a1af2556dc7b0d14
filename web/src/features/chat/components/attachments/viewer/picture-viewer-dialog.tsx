import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { formatExact } from '../../../../../lib/format.ts';
import { useInFront } from '../../../../../lib/in-front.ts';
import { useBackCloses } from '../../../../../lib/use-back-closes.ts';
import type { Directory } from '../../../../../lib/people.ts';
import type { Viewed } from '../../../pictures/picture-viewer.ts';
import { viewerTexts } from '../../../viewer-texts.ts';
import styles from './picture-viewer-dialog.module.css';
import { PictureStage } from './picture-stage.tsx';
import { PictureTurns } from './picture-turns.tsx';
import { useStage } from './use-stage.ts';
import { viewerKeys } from './viewer-keys.ts';
import { ViewerTools } from './viewer-tools.tsx';

interface PictureViewerDialogProps {
  viewed: Viewed;
  directory: Directory;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}

/** One picture in full, with buttons to the previous and the next one. */
export function PictureViewerDialog({
  viewed: { pictures, index, opener },
  directory,
  onMove,
  onClose,
}: PictureViewerDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useInFront();
  useBackCloses(onClose);
  const picture = pictures[index];
  const swipes = { previous: () => onMove(-1), next: () => onMove(1), close: onClose };
  const { ref, frame, ...stage } = useStage(picture?.id, swipes);
  if (picture === undefined) return null;

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          className={styles.viewer}
          data-dark-room=""
          initialFocus={popup}
          finalFocus={() => (opener.isConnected ? opener : true)}
          onKeyDown={viewerKeys(stage, onMove)}
        >
          <header className={styles.header}>
            <div className={styles.about}>
              <Base.Title className={styles.name} dir="auto" title={picture.name}>
                {picture.name}
              </Base.Title>
              <p className={styles.when}>
                <bdi>{directory.of(picture.senderId).displayName}</bdi>, {formatExact(picture.createdAt)}
              </p>
            </div>
            <ViewerTools picture={picture} stage={stage} onClose={onClose} />
          </header>
          <PictureStage key={picture.id} ref={ref} frame={frame} picture={picture} stage={stage} />
          <PictureTurns index={index} count={pictures.length} onMove={onMove} />
          <p className="visually-hidden" role="status">
            {viewerTexts.pictureOf(index + 1, pictures.length)}: {picture.name}
          </p>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
