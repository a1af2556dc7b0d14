import type { CSSProperties, RefObject } from 'react';
import type { ChatPicture } from '../../../model/chat-picture.ts';
import { Picture } from '../picture.tsx';
import styles from './picture-dialog.module.css';
import type { Stage } from './use-stage.ts';

interface PictureStageProps {
  ref: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  picture: ChatPicture;
  stage: Stage;
}

export function PictureStage({ ref, frame, picture, stage }: PictureStageProps) {
  const { url, name, about } = picture;
  const { width, height } = about ?? {};
  const known = width && height;
  const size = known ? { '--width': `${width}px`, '--ratio': width / height } : {};
  const style: CSSProperties = { ...size, ...stage.style };
  return (
    <div ref={ref} className={styles.stage} {...stage.handlers} data-zoomed={stage.zoom.scale > 1}>
      <div ref={frame} className={known ? styles.frame : styles.unknown} style={style} data-moving={stage.moving}>
        <Picture url={url} name={name} about={about} sizes={stage.sizes} whole />
      </div>
    </div>
  );
}
