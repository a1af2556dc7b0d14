import type { Me } from '@koinonia/contracts/identity.ts';
import { lazy, Suspense, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { texts } from '../texts.ts';
import styles from './avatar-button.module.css';

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx').then((module) => ({ default: module.AvatarDialog })));

/** One's own picture; pressing it is the way to another one. */
export function AvatarButton({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.button} onClick={() => setOpen(true)}>
        <span className="visually-hidden">{texts.changeAvatar}</span>
        <Avatar id={me.uid} name={me.displayName || me.email} photoURL={me.photoURL} size="huge" />
        <span className={styles.badge}>
          <Icon name="camera" size={16} />
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <AvatarDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
