import { useRef } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { useFileAddress } from '../../../../lib/use-file-address.ts';
import type { ChosenFile } from '../../writing/chosen-files.ts';
import { fileKindOf, formatSize, isPicture } from '../../model/attachment.ts';
import { texts } from '../../texts.ts';
import styles from './chosen-strip.module.css';

interface ChosenStripProps {
  files: readonly ChosenFile[];
  onRemove: (id: string) => void;
  /** The last file was removed: the caller moves the focus. */
  onEmpty: () => void;
}

/** The files that go out with the next message. */
export function ChosenStrip({ files, onRemove, onEmpty }: ChosenStripProps) {
  const list = useRef<HTMLUListElement>(null);

  function remove(id: string, index: number) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[index + 1] ?? buttons[index - 1];
    if (next === undefined) onEmpty();
    else next.focus();
    onRemove(id);
  }

  return (
    <>
      <p className="visually-hidden" role="status">
        {files.length > 0 ? texts.filesChosen(files.length) : ''}
      </p>
      {files.length > 0 && (
        <ul ref={list} className={styles.strip} aria-label={texts.chosenFiles}>
          {files.map((chosen, index) => (
            <Chosen key={chosen.id} chosen={chosen} onRemove={() => remove(chosen.id, index)} />
          ))}
        </ul>
      )}
    </>
  );
}

function Chosen({ chosen: { file, about }, onRemove }: { chosen: ChosenFile; onRemove: () => void }) {
  const picture = isPicture(null, about);
  const address = useFileAddress(picture ? file : null);
  return (
    <li className={styles.chosen}>
      <span className={styles.preview}>
        {address === null ? <Icon name={picture ? 'image' : 'file'} size={24} /> : <img src={address} alt="" />}
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={about.name}>
          {about.name}
        </span>
        <span className={styles.size}>
          {[fileKindOf(about.name), formatSize(about.size)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <IconButton icon="close" label={texts.removeFile(about.name)} takesAway onClick={onRemove} />
    </li>
  );
}
