import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { useRef, type SyntheticEvent } from 'react';
import { useMedia } from '../../../../lib/use-media.ts';
import { usePicture, type PictureState } from '../../pictures/use-picture.ts';
import { baseUrlOf, isTiny, mayMove, srcSetOf } from '../../model/attachment.ts';
import { texts } from '../../texts.ts';
import { PictureFile } from './picture-file.tsx';
import styles from './picture.module.css';

interface PictureProps {
  /** Null while it is not uploaded. */
  url: string | null;
  name: string;
  about?: AttachmentAbout | undefined;
  /** This device's own copy: shown until the server's is ready. */
  local?: string | undefined;
  /** The displayed width, as `sizes` of an `<img>`. */
  sizes: string;
  /** Shows the whole picture and leaves the rest of its place empty; otherwise it covers its place. */
  whole?: boolean;
  /** The id of the note, so that an element around the picture can include it in its accessible name. */
  noteId?: string;
  onShown?: () => void;
}

const notes: Partial<Record<PictureState, string>> = {
  preparing: texts.pictureWorkedOn,
  away: texts.pictureAway,
  failed: texts.pictureFailed,
  missing: texts.pictureMissing,
};

/** Draws the first frame of an animated picture, for people who prefer reduced motion. It moves when they open it. */
function drawStill(canvas: HTMLCanvasElement, picture: HTMLImageElement) {
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
}

/** Fills its place. Until it has loaded: a blurred preview, and a note on what it waits for. */
export function Picture({ url, name, about, local, sizes, whole = false, noteId, onShown }: PictureProps) {
  const { state, attempt, onLoad, onError } = usePicture(url);
  const ended = state === 'failed' || state === 'missing';
  const before = local ?? about?.placeholder ?? undefined;
  const fit = isTiny(about) ? styles.tiny : whole ? styles.whole : '';
  // Only where the picture fills its place: elsewhere the background would show as bars.
  const ground = (about?.width ?? null) !== null && fit !== styles.tiny ? styles.grounded : '';
  const quiet = useMedia('(prefers-reduced-motion: reduce)') && mayMove(about) && !whole;
  const still = useRef<HTMLCanvasElement>(null);
  // The sender sees their own copy, and need not know that the server is still processing it.
  const note = local !== undefined && !ended ? undefined : notes[state];

  function loaded({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
    if (still.current !== null) drawStill(still.current, currentTarget);
    onLoad();
    onShown?.();
  }

  return (
    <span className={`${styles.picture} ${fit} ${ground}`} data-state={state}>
      {state !== 'shown' && before !== undefined && (
        <img className={local === undefined ? styles.blurred : ''} src={before} alt="" aria-hidden="true" />
      )}
      {url !== null && !ended && (
        <PictureFile
          key={`${attempt} ${quiet}`}
          className={state === 'shown' && !quiet ? '' : styles.hidden}
          src={baseUrlOf(url, about)}
          srcSet={srcSetOf(url, about?.width ?? null)}
          sizes={sizes}
          alt={name}
          width={about?.width ?? undefined}
          height={about?.height ?? undefined}
          urgent={whole}
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
