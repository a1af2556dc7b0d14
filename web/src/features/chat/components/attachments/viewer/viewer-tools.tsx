import { IconButton, IconLink } from '../../../../../components/ui/button.tsx';
import { saveLink } from '../../../../../components/ui/save-link.ts';
import type { SentPicture } from '../../../model/sent-picture.ts';
import { largestScale } from '../../../model/zoom.ts';
import { viewerTexts } from '../../../viewer-texts.ts';
import styles from './picture-viewer-dialog.module.css';
import type { Stage } from './use-stage.ts';

interface ViewerToolsProps {
  picture: SentPicture;
  stage: Stage;
  onClose: () => void;
}

export function ViewerTools({ picture, stage, onClose }: ViewerToolsProps) {
  const { scale } = stage.zoom;
  return (
    <div className={styles.tools}>
      <IconButton icon="minus" label={viewerTexts.zoomOut} disabled={scale <= 1} onClick={stage.zoomOut} />
      <button
        type="button"
        className={styles.scale}
        aria-label={`${viewerTexts.zoomToFit}, ${Math.round(scale * 100)}%`}
        title={viewerTexts.zoomToFit}
        onClick={stage.fit}
      >
        {Math.round(scale * 100)}%
      </button>
      <IconButton icon="plus" label={viewerTexts.zoomIn} disabled={scale >= largestScale} onClick={stage.zoomIn} />
      <IconLink
        icon="download"
        label={viewerTexts.download}
        href={picture.url}
        download={picture.name}
        onClick={saveLink}
      />
      <IconButton icon="close" label={viewerTexts.closePicture} onClick={onClose} />
    </div>
  );
}
