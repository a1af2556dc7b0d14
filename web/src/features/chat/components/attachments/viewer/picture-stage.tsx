import { useEffect, useEffectEvent, type CSSProperties, type RefObject } from 'react';
import { useChatParts } from '../../../chat-context.tsx';
import type { SentPicture } from '../../../model/sent-picture.ts';
import { Picture } from '../picture.tsx';
import styles from './picture-viewer-dialog.module.css';
import type { Stage } from './use-stage.ts';

interface PictureStageProps {
  ref: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  picture: SentPicture;
  stage: Stage;
}

/** Safari's own events for two fingers on a Mac's trackpad; other browsers send wheel events. */
interface Gesture {
  /** Relative to the start of the gesture. */
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

export function PictureStage({ ref, frame, picture, stage }: PictureStageProps) {
  const { localPictures } = useChatParts();
  const { url, name, about, clientId } = picture;
  const local = clientId === null ? undefined : localPictures.of(clientId, undefined, url);
  const onWheel = useEffectEvent(stage.onWheel);
  const pinch = useEffectEvent(stage.pinch);
  useEffect(() => {
    const element = ref.current;
    const ending = new AbortController();
    // Not React's listeners: they are passive and cannot keep the browser from zooming the page.
    const options = { passive: false, signal: ending.signal };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      onWheel(event);
    };
    element?.addEventListener('wheel', wheel, options);
    let before = 1;
    const gesture = (event: Event & Partial<Gesture>) => {
      event.preventDefault();
      const { scale = 1, clientX = 0, clientY = 0 } = event;
      if (event.type === 'gesturechange') pinch(scale / before, { clientX, clientY });
      before = scale;
    };
    // On a touch screen, the stage's own handlers follow the fingers.
    const gestures = navigator.maxTouchPoints === 0 ? ['gesturestart', 'gesturechange'] : [];
    for (const name of gestures) element?.addEventListener(name, gesture, options);
    return () => ending.abort();
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
