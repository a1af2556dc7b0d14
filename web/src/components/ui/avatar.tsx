import { useState } from 'react';
import { initialsOf } from '../../lib/format.ts';
import styles from './avatar.module.css';
import { tintOf } from './tint.ts';

interface AvatarProps {
  /** Chooses the tint, so that it stays the same wherever this person or chat is shown. */
  id: string;
  name: string;
  photoURL?: string | undefined;
  size?: 'small' | 'medium' | 'large' | 'huge';
}

/** The picture of a person or a chat; initials on a tint when there is none, or it cannot be had. Its name stands beside it. */
export function Avatar({ id, name, photoURL = '', size = 'medium' }: AvatarProps) {
  const [broken, setBroken] = useState('');
  const looks = `${styles.avatar} ${styles[size]}`;
  if (photoURL !== '' && photoURL !== broken) {
    return <img className={looks} src={photoURL} alt="" draggable={false} onError={() => setBroken(photoURL)} />;
  }
  return (
    <span className={`${looks} ${styles[`tint-${tintOf(id)}`]}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
