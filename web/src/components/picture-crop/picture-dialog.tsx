import { useRef, useState, type DragEvent } from 'react';
import type { Area } from 'react-easy-crop';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Icon } from '../ui/icon.tsx';
import { texts as common } from '../ui/texts.ts';
import { toast } from '../../lib/toast.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { useFileAddress } from '../../lib/use-file-address.ts';
import { faultOf } from './picture-file.ts';
import { CropView } from './crop-view.tsx';
import styles from './picture-dialog.module.css';
import { texts } from './texts.ts';
import type { PictureUpload } from './use-upload-picture.ts';

interface PictureDialogProps {
  title: string;
  upload: PictureUpload;
  onClose: () => void;
}

/** Whether the file cannot be used; if so, a toast says why. */
function isRefused(file: File | null): boolean {
  const fault = faultOf(file);
  if (fault !== null) toast.error(fault);
  return fault !== null;
}

/** Lets somebody choose a picture of a person or a group, and the square of it to show. */
export function PictureDialog({ title, upload: { isPending: uploading, begin, cancel }, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const address = useFileAddress(file);
  useUnsaved(uploading);

  function choose(chosen: File) {
    if (isRefused(chosen)) return;
    setArea(null);
    setFile(chosen);
  }

  function notReadable() {
    setFile(null);
    toast.error(texts.onlyImages);
  }

  function press() {
    if (!isRefused(file) && address !== null) begin({ address, area });
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (!uploading && dropped !== undefined) choose(dropped);
  };

  return (
    <Dialog title={title} onClose={uploading ? undefined : onClose}>
      <div className={styles.body} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {address === null ? (
          <ChooseButton onClick={() => input.current?.click()} />
        ) : (
          <CropView key={address} address={address} disabled={uploading} onArea={setArea} onError={notReadable} />
        )}
        <FileInput ref={input} accept="image/*" onChoose={choose} />
      </div>
      <DialogFooter>
        {file === null ? (
          <Button onClick={onClose}>{common.cancel}</Button>
        ) : uploading ? (
          <Button onClick={cancel}>{texts.cancelUpload}</Button>
        ) : (
          <Button onClick={() => input.current?.click()}>{texts.chooseOther}</Button>
        )}
        <Button look="main" pending={uploading} pendingWords={texts.uploading} onClick={press}>
          {texts.upload}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function ChooseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.choose} onClick={onClick}>
      <Icon name="image" size={32} />
      <strong>{texts.chooseImage}</strong>
      <span>
        {texts.chooseHint}
        <span className={styles.drop}> {texts.dropHint}</span>
      </span>
    </button>
  );
}
