import type { Me } from '@koinonia/contracts/identity.ts';
import { lazy, Suspense, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { PictureButton } from '../../../components/ui/picture-button.tsx';
import { texts } from '../texts.ts';

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx').then((module) => ({ default: module.AvatarDialog })));

/** One's own picture; pressing it lets one change it. */
export function AvatarButton({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PictureButton label={texts.changeAvatar} onClick={() => setOpen(true)}>
        <Avatar id={me.uid} name={me.displayName || me.email} photoURL={me.photoURL} size="huge" />
      </PictureButton>
      {open && (
        <Suspense fallback={null}>
          <AvatarDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
