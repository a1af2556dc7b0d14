import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { imageUrl } from '@koinonia/contracts/media.ts';
import { useRef, type SyntheticEvent } from 'react';
import { useMedia } from '../../../../lib/use-media.ts';
import { usePicture, type PictureState } from '../../api/use-picture.ts';
import { isTiny, mayMove, srcSetOf } from '../../model/attachment.ts';
import { texts } from '../../texts.ts';
import styles from './picture.module.css';

interface PictureProps {
  /** Null while it has no address yet. */
  url: string | null;
  name: string;
  about?: AttachmentAbout | undefined;
  /** As this device has it: shown until the server's is there. */
  local?: string | undefined;
  /** How wide it will be shown, as `sizes` of an `<img>`. */
  sizes: string;
  /** Whole, with what is left of its place empty; otherwise it fills its place. */
  whole?: boolean;
  /** By this its note can be made part of the name of what it stands in. */
  noteId?: string;
  onShown?: () => void;
}

const notes: Partial<Record<PictureState, string>> = {
  preparing: texts.pictureWorkedOn,
  away: texts.pictureAway,
  failed: texts.pictureFailed,
  missing: texts.pictureMissing,
};

/** The first frame of a picture that moves, for those whom motion disturbs. It moves when they open it. */
function drawStill(canvas: HTMLCanvasElement, picture: HTMLImageElement) {
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
}

/** Fills the place that it is given. Until it is there, a blur of it, and in words what it waits for. */
export function Picture({ url, name, about, local, sizes, whole = false, noteId, onShown }: PictureProps) {
  const { state, attempt, onLoad, onError } = usePicture(url);
  const ended = state === 'failed' || state === 'missing';
  const before = local ?? about?.placeholder ?? undefined;
  const fit = isTiny(about) ? styles.tiny : whole ? styles.whole : '';
  const quiet = useMedia('(prefers-reduced-motion: reduce)') && mayMove(about) && !whole;
  const still = useRef<HTMLCanvasElement>(null);
  // Whoever sent it sees it, and need not know what the server is at.
  const note = local !== undefined && !ended ? undefined : notes[state];

  function loaded({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
    if (still.current !== null) drawStill(still.current, currentTarget);
    onLoad();
    onShown?.();
  }

  return (
    <span className={`${styles.picture} ${fit}`} data-state={state}>
      {state !== 'shown' && before !== undefined && (
        <img className={local === undefined ? styles.blurred : ''} src={before} alt="" aria-hidden="true" />
      )}
      {url !== null && !ended && (
        <img
          key={`${attempt} ${quiet}`}
          className={state === 'shown' && !quiet ? '' : styles.hidden}
          src={about === undefined || (about.width ?? 0) <= 960 ? url : imageUrl(url, 960)}
          srcSet={srcSetOf(url, about?.width ?? null)}
          sizes={sizes}
          alt={name}
          width={about?.width ?? undefined}
          height={about?.height ?? undefined}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={loaded}
          onError={onError}
        />
      )}
      {quiet && !ended && <canvas ref={still} aria-hidden="true" />}
      {note !== undefined && (
        <span id={noteId} className={styles.note}>
          {note}
        </span>
      )}
    </span>
  );
}
