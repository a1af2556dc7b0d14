import { useEffect, useEffectEvent, type CSSProperties, type RefObject } from 'react';
import { useChatParts } from '../../../chat-context.tsx';
import type { ChatPicture } from '../../../model/chat-picture.ts';
import { Picture } from '../picture.tsx';
import styles from './picture-viewer-dialog.module.css';
import type { Stage } from './use-stage.ts';

interface PictureStageProps {
  ref: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  picture: ChatPicture;
  stage: Stage;
}

export function PictureStage({ ref, frame, picture, stage }: PictureStageProps) {
  const { localPictures } = useChatParts();
  const { url, name, about, clientId } = picture;
  const local = clientId === null ? undefined : localPictures.of(clientId, undefined, url);
  const onWheel = useEffectEvent(stage.onWheel);
  useEffect(() => {
    // Not React's listeners: they are passive and cannot keep the browser from zooming the page.
    const element = ref.current;
    const listener = (event: WheelEvent) => {
      event.preventDefault();
      onWheel(event);
    };
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [ref]);

  const { width, height } = about ?? {};
  const known = width && height;
  const size = known ? { '--width': `${width}px`, '--ratio': width / height } : {};
  const style: CSSProperties = { ...size, ...stage.style };
  return (
    <div ref={ref} className={styles.stage} {...stage.handlers} data-zoomed={stage.zoom.scale > 1}>
      <div ref={frame} className={known ? styles.frame : styles.unknown} style={style} data-moving={stage.moving}>
        <Picture url={url} name={name} about={about} local={local} sizes={stage.sizes} whole />
      </div>
    </div>
  );
}
