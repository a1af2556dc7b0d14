import { avatarSizes } from '@koinonia/contracts/image-sizes.ts';
import { avatarUrl } from '@koinonia/contracts/media.ts';
import { useEffect, useState } from 'react';
import { initialsOf } from '../../lib/format.ts';
import { useLiveState } from '../../lib/live/live-context.tsx';
import { useOnline } from '../../lib/use-online.ts';
import styles from './avatar.module.css';
import { tintOf } from './tint.ts';

interface AvatarProps {
  /** Chooses the tint, which is the same wherever this person or chat is shown. */
  id: string;
  name: string;
  photoURL?: string | undefined;
  size?: 'small' | 'medium' | 'huge';
}

/** The widths in the style sheet. */
const widths = { small: '1.75rem', medium: '2.75rem', huge: '6rem' } as const;

/** The sizes that the server has; a picture from elsewhere has only one. */
function srcSetOf(photoURL: string): string | undefined {
  if (avatarUrl(photoURL, 64) === avatarUrl(photoURL, 128)) return undefined;
  return avatarSizes.map((size) => `${avatarUrl(photoURL, size)} ${size}w`).join(', ');
}

/** Milliseconds before each retry: the server may still be processing a new picture. */
const pauses = [3000, 10_000];

/** True while a picture cannot be loaded; it is retried twice. */
function useBroken(attempt: string) {
  const [fault, setFault] = useState({ attempt: '', times: 0, resting: false });
  const same = fault.attempt === attempt;
  const broken = same && fault.resting;
  const pause = broken ? pauses[fault.times - 1] : undefined;

  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => setFault((now) => ({ ...now, resting: false })), pause);
    return () => clearTimeout(timer);
  }, [pause]);

  return { broken, setBroken: () => setFault({ attempt, times: same ? fault.times + 1 : 1, resting: true }) };
}

/**
 * The picture of a person or a chat; without one, or if it fails to load, initials on a tint. The name is shown beside
 * it.
 */
export function Avatar({ id, name, photoURL = '', size = 'medium' }: AvatarProps) {
  const online = useOnline();
  const { connected } = useLiveState();
  // A picture that failed is retried when the network is back, even if only the live connection shows that it is.
  const attempt = `${photoURL} ${online} ${connected}`;
  const { broken, setBroken } = useBroken(attempt);
  const looks = `${styles.avatar} ${styles[size]}`;
  if (photoURL !== '' && !broken) {
    return (
      <img
        className={looks}
        src={photoURL}
        srcSet={srcSetOf(photoURL)}
        sizes={widths[size]}
        alt=""
        // In a long list, only the pictures near the screen are loaded.
        loading="lazy"
        draggable={false}
        onError={setBroken}
      />
    );
  }
  return (
    <span className={`${looks} ${styles[`tint-${tintOf(id)}`]}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
