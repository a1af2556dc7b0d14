import type { Chat } from '@koinonia/contracts/chat.ts';
import { lazy, Suspense, useState } from 'react';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { useRemoveGroupPicture } from '../../api/use-group-picture.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './group-picture.module.css';

const GroupPictureDialog = lazy(() =>
  import('./group-picture-dialog.tsx').then((module) => ({ default: module.GroupPictureDialog })),
);

/** The picture of a group; pressing it is the way to another one. */
export function GroupPicture({ chat, face }: { chat: Chat; face: ChatFace }) {
  const [open, setOpen] = useState<'choose' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const remove = useRemoveGroupPicture(chat.id, close);
  return (
    <>
      <button type="button" className={styles.button} onClick={() => setOpen('choose')}>
        <span className="visually-hidden">{texts.groupInfo.changePicture}</span>
        <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} size="huge" />
        <span className={styles.badge}>
          <Icon name="camera" size={16} />
        </span>
      </button>
      {face.photoURL !== '' && (
        <span className={styles.remove}>
          <Button look="link" onClick={() => setOpen('remove')}>
            {texts.groupInfo.removePicture}
          </Button>
        </span>
      )}
      {open === 'choose' && (
        <Suspense fallback={null}>
          <GroupPictureDialog chatId={chat.id} onClose={close} />
        </Suspense>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          question={texts.groupInfo.removePictureQuestion}
          consequence={texts.groupInfo.removePictureConsequence}
          confirm={texts.groupInfo.removePicture}
          working={texts.groupInfo.removing}
          isWorking={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        />
      )}
    </>
  );
}
