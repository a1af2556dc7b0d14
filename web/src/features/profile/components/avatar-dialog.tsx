import { useRef, useState, type DragEvent } from 'react';
import type { Area } from 'react-easy-crop';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFileAddress } from '../../../lib/use-file-address.ts';
import { useUploadAvatar } from '../api/use-upload-avatar.ts';
import { faultOf } from '../model/avatar-file.ts';
import { texts } from '../texts.ts';
import styles from './avatar-dialog.module.css';
import { CropView } from './crop-view.tsx';

export function AvatarDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const address = useFileAddress(file);
  const upload = useUploadAvatar(onClose);

  function choose(chosen: File | undefined) {
    if (chosen === undefined) return;
    const fault = faultOf(chosen);
    if (fault !== null) return void toast.error(fault);
    setArea(null);
    setFile(chosen);
  }

  function notReadable() {
    setFile(null);
    toast.error(texts.onlyImages);
  }

  function press() {
    const fault = faultOf(file);
    if (fault !== null) return void toast.error(fault);
    if (address !== null && area !== null) upload.mutate({ address, area });
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    if (!upload.isPending) choose(event.dataTransfer.files[0]);
  };

  return (
    <Dialog title={texts.avatarTitle} onClose={upload.isPending ? undefined : onClose}>
      <div className={styles.body} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {address === null ? (
          <button type="button" className={styles.choose} onClick={() => input.current?.click()}>
            <Icon name="image" size={32} />
            <strong>{texts.chooseImage}</strong>
            <span>{texts.chooseHint}</span>
          </button>
        ) : (
          <CropView address={address} disabled={upload.isPending} onArea={setArea} onError={notReadable} />
        )}
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept="image/*"
          aria-label={texts.chooseImage}
          tabIndex={-1}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // So that the same file can be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      <div className={styles.actions}>
        {file === null ? (
          <Button onClick={onClose}>{texts.cancel}</Button>
        ) : (
          <Button disabled={upload.isPending} onClick={() => input.current?.click()}>
            {texts.chooseOther}
          </Button>
        )}
        <Button look="main" disabled={upload.isPending} onClick={press}>
          {upload.isPending ? texts.uploading : texts.upload}
        </Button>
      </div>
    </Dialog>
  );
}
