import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { imageUrl } from '@koinonia/contracts/media.ts';
import { usePicture, type PictureState } from '../../api/use-picture.ts';
import { isTiny, srcSetOf } from '../../model/attachment.ts';
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
  onShown?: () => void;
}

const notes: Partial<Record<PictureState, string>> = {
  preparing: texts.pictureWorkedOn,
  away: texts.pictureAway,
  failed: texts.pictureFailed,
  missing: texts.pictureMissing,
};

/** Fills the place that it is given. Until it is there, a blur of it, and in words what it waits for. */
export function Picture({ url, name, about, local, sizes, whole = false, onShown }: PictureProps) {
  const { state, attempt, onLoad, onError } = usePicture(url);
  const ended = state === 'failed' || state === 'missing';
  const before = local ?? about?.placeholder ?? undefined;
  const fit = isTiny(about) ? styles.tiny : whole ? styles.whole : '';
  // Whoever sent it sees it, and need not know what the server is at.
  const note = local !== undefined && !ended ? undefined : notes[state];

  return (
    <span className={`${styles.picture} ${fit}`} data-state={state}>
      {state !== 'shown' && before !== undefined && (
        <img className={local === undefined ? styles.blurred : ''} src={before} alt="" aria-hidden="true" />
      )}
      {url !== null && !ended && (
        <img
          key={attempt}
          className={state === 'shown' ? '' : styles.hidden}
          src={about === undefined || (about.width ?? 0) <= 960 ? url : imageUrl(url, 960)}
          srcSet={srcSetOf(url, about?.width ?? null)}
          sizes={sizes}
          alt={name}
          width={about?.width ?? undefined}
          height={about?.height ?? undefined}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => {
            onLoad();
            onShown?.();
          }}
          onError={onError}
        />
      )}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </span>
  );
}
