import type { Me } from '@koinonia/contracts/identity.ts';
import { useState } from 'react';
import { shownName } from '../../../lib/shown-name.ts';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { lazyPart } from '../../../components/ui/lazy-part.tsx';
import { PictureButton } from '../../../components/ui/picture-button.tsx';
import { texts } from '../texts.ts';

const AvatarDialog = lazyPart(() => import('./avatar-dialog.tsx').then((module) => module.AvatarDialog));

/** One's own picture; pressing it lets one change it. */
export function AvatarButton({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PictureButton label={texts.changeAvatar} onClick={() => setOpen(true)}>
        <Avatar id={me.uid} name={shownName(me)} photoURL={me.photoURL} size="huge" />
      </PictureButton>
      {open && <AvatarDialog onClose={() => setOpen(false)} />}
    </>
  );
}
