import type { Chat } from '@koinonia/contracts/chat.ts';
import { useState } from 'react';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import { PictureButton } from '../../../../components/ui/picture-button.tsx';
import { useKeptFocus } from '../../../../lib/use-kept-focus.ts';
import { useRemoveGroupPicture } from '../../api/use-group-picture.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { groupTexts } from '../../group-texts.ts';
import styles from './group-picture.module.css';

const GroupPictureDialog = lazyPart(() =>
  import('./group-picture-dialog.tsx').then((module) => module.GroupPictureDialog),
);

/** The picture of a group; pressing it offers to choose another one. */
export function GroupPicture({ chat, face }: { chat: Chat; face: ChatFace }) {
  const [open, setOpen] = useState<'choose' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const remove = useRemoveGroupPicture(chat.id, close);
  const { fallback, around } = useKeptFocus<HTMLButtonElement>();
  return (
    <div className="no-box" {...around}>
      <PictureButton ref={fallback} label={groupTexts.changePicture} onClick={() => setOpen('choose')}>
        <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} size="huge" />
      </PictureButton>
      {face.photoURL !== '' && (
        <span className={styles.remove}>
          <Button look="link" onClick={() => setOpen('remove')}>
            {groupTexts.removePicture}
          </Button>
        </span>
      )}
      {open === 'choose' && <GroupPictureDialog chatId={chat.id} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={groupTexts.removePictureQuestion}
          action={groupTexts.removePicture}
          pendingAction={groupTexts.removing}
          pending={remove.isPending}
          danger
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          {groupTexts.removePictureConsequence}
        </ConfirmDialog>
      )}
    </div>
  );
}
