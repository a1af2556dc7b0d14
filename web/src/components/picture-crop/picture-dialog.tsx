import { useRef, useState, type DragEvent } from 'react';
import type { Area } from 'react-easy-crop';
import { Actions } from '../ui/actions.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { texts as common } from '../ui/texts.ts';
import { toast } from '../../lib/toast.ts';
import { useFileAddress } from '../../lib/use-file-address.ts';
import { faultOf } from './picture-file.ts';
import { CropView } from './crop-view.tsx';
import styles from './picture-dialog.module.css';
import { texts } from './texts.ts';

export interface ChosenPicture {
  /** Where the picture is on this page. */
  readonly address: string;
  /** The square of it that is wanted. */
  readonly area: Area;
}

interface PictureDialogProps {
  title: string;
  uploading: boolean;
  onUpload: (chosen: ChosenPicture) => void;
  onClose: () => void;
}

/** Chooses a picture and the square of it that is shown, of a person or a group. */
export function PictureDialog({ title, uploading, onUpload, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const address = useFileAddress(file);

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
    if (address !== null && area !== null) onUpload({ address, area });
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    if (!uploading) choose(event.dataTransfer.files[0]);
  };

  return (
    <Dialog title={title} onClose={uploading ? undefined : onClose}>
      <div className={styles.body} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {address === null ? (
          <button type="button" className={styles.choose} onClick={() => input.current?.click()}>
            <Icon name="image" size={32} />
            <strong>{texts.chooseImage}</strong>
            <span>{texts.chooseHint}</span>
          </button>
        ) : (
          <CropView address={address} disabled={uploading} onArea={setArea} onError={notReadable} />
        )}
        <input
          ref={input}
          hidden
          type="file"
          accept="image/*"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // So that the same file can be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      <Actions>
        {file === null ? (
          <Button onClick={onClose}>{common.cancel}</Button>
        ) : (
          <Button disabled={uploading} onClick={() => input.current?.click()}>
            {texts.chooseOther}
          </Button>
        )}
        <Button look="main" disabled={uploading} onClick={press}>
          {uploading ? texts.uploading : texts.upload}
        </Button>
      </Actions>
    </Dialog>
  );
}
