import { avatarSizes, avatarUrl } from '@koinonia/contracts/media.ts';
import { useEffect, useState } from 'react';
import { initialsOf } from '../../lib/format.ts';
import { useOnline } from '../../lib/use-online.ts';
import styles from './avatar.module.css';
import { tintOf } from './tint.ts';

interface AvatarProps {
  /** Chooses the tint, so that it stays the same wherever this person or chat is shown. */
  id: string;
  name: string;
  photoURL?: string | undefined;
  size?: 'small' | 'medium' | 'large' | 'huge';
}

/** As wide as the style sheet makes them. */
const widths = { small: '1.75rem', medium: '2.75rem', large: '4.5rem', huge: '6rem' } as const;

/** The sizes that the server has; a picture from elsewhere has one address only. */
function srcSetOf(photoURL: string): string | undefined {
  if (avatarUrl(photoURL, 64) === avatarUrl(photoURL, 128)) return undefined;
  return avatarSizes.map((size) => `${avatarUrl(photoURL, size)} ${size}w`).join(', ');
}

/** Ms: a picture that was uploaded a moment ago may still be worked on. */
const pauses = [3000, 10_000];

/** Whether a picture could not be had; it is asked for again, twice. */
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

/** The picture of a person or a chat; initials on a tint when there is none, or it cannot be had. Its name stands beside it. */
export function Avatar({ id, name, photoURL = '', size = 'medium' }: AvatarProps) {
  const online = useOnline();
  // What could not be had is asked for again when the network is back.
  const attempt = `${photoURL} ${online}`;
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
        // Of a long list only those near to the screen are fetched.
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
