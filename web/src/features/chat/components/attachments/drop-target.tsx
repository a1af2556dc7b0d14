import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../../../components/ui/icon.tsx';
import { isSomethingInFront } from '../../../../lib/in-front.ts';
import { toast } from '../../../../lib/toast.ts';
import { handedFiles, handsFiles, meansWords } from '../../model/handed-files.ts';
import { texts } from '../../texts.ts';
import styles from './drop-target.module.css';

interface DropTargetProps {
  /** Null while files cannot be added. */
  onFiles: ((files: File[]) => void) | null;
}

/**
 * Covers the conversation while files are dragged over the page. Accepts files that are dropped anywhere on the page or
 * pasted, unless a dialog is in front of it.
 */
export function DropTarget({ onFiles }: DropTargetProps) {
  const [over, setOver] = useState(false);

  const accepts = useEffectEvent(() => onFiles !== null && !isSomethingInFront());
  const take = useEffectEvent((handed: DataTransfer) => {
    if (onFiles === null || isSomethingInFront()) return;
    const { files, folders } = handedFiles(handed);
    for (const name of folders) toast.error(texts.noFolders(name));
    if (files.length > 0) onFiles(files);
  });

  useEffect(() => {
    const ending = new AbortController();
    const on = <Name extends 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) => addEventListener(name, listener, { signal: ending.signal });

    let last: EventTarget | null = null;
    on('dragenter', ({ target, dataTransfer }) => {
      last = target;
      setOver(dataTransfer !== null && handsFiles(dataTransfer) && accepts());
    });
    on('dragover', (event) => {
      if (event.dataTransfer === null || !handsFiles(event.dataTransfer) || !accepts()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    });
    // The drag left the window: within it, the next part is entered before this one is left. Safari has no `relatedTarget`.
    on('dragleave', ({ target }) => target === last && setOver(false));
    on('drop', (event) => {
      setOver(false);
      if (event.dataTransfer !== null && handsFiles(event.dataTransfer)) take(event.dataTransfer);
    });
    on('paste', (event) => {
      const { clipboardData: handed } = event;
      if (isSomethingInFront() || handed === null || !handsFiles(handed) || meansWords(handed)) return;
      event.preventDefault();
      take(handed);
    });
    return () => ending.abort();
  }, []);

  if (!over || onFiles === null) return null;
  return (
    <div className={styles.target}>
      <Icon name="download" size={32} />
      <strong>{texts.dropHere}</strong>
    </div>
  );
}
