import type { Chat } from '@koinonia/contracts/chat.ts';
import { maxNameLength } from '@koinonia/contracts/common.ts';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import fields from '../../../../components/ui/field.module.css';
import { texts as common } from '../../../../components/ui/texts.ts';
import { isComposing } from '../../../../lib/is-composing.ts';
import { useKeptFocus } from '../../../../lib/use-kept-focus.ts';
import { useUnsaved } from '../../../../lib/use-unsaved.ts';
import { useChangeGroup } from '../../api/use-change-group.ts';
import { texts } from '../../texts.ts';
import { groupTexts } from '../../group-texts.ts';
import styles from './group-name.module.css';

/** The name of a group, which every member may edit in place. */
export function GroupName({ chat, title }: { chat: Chat; title: string }) {
  const [writing, setWriting] = useState(false);
  const { fallback, around } = useKeptFocus<HTMLButtonElement>();
  return (
    <div className="no-box" {...around}>
      {writing ? (
        <NameForm chat={chat} onClose={() => setWriting(false)} />
      ) : (
        <div className={styles.shown} dir="auto">
          <p className={styles.name}>{title}</p>
          <IconButton ref={fallback} icon="pencil" label={groupTexts.rename} onClick={() => setWriting(true)} />
        </div>
      )}
    </div>
  );
}

function NameForm({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  // As it was when editing began: an untouched field must not undo a name that somebody else has given since.
  const [before, setBefore] = useState(chat.name ?? '');
  const [name, setName] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  useUnsaved(name !== before);
  const rename = useChangeGroup(chat.id, groupTexts.renameFailed);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (rename.isPending) return;
    const sent = name.trim();
    if (sent === before) onClose();
    else rename.mutate({ name: sent }, { onSuccess: () => afterSaving(sent) });
  }

  function afterSaving(sent: string) {
    // More may have been typed meanwhile.
    if (field.current?.value.trim() === sent) onClose();
    else setBefore(sent);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.stopPropagation();
    onClose();
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <input
        ref={field}
        className={fields.control}
        aria-label={groupTexts.name}
        aria-describedby="group-name-hint"
        placeholder={texts.groupChat}
        dir="auto"
        maxLength={maxNameLength}
        // Somebody who asked to change the name wants to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.target.select()}
        autoComplete="off"
        enterKeyHint="done"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton icon="check" look="main" type="submit" label={groupTexts.save} disabled={rename.isPending} />
      <IconButton icon="close" label={common.cancel} onClick={onClose} />
      <p id="group-name-hint" className={styles.hint}>
        <span className={styles.keys}>{groupTexts.nameKeys} </span>
        {groupTexts.nameHint}
      </p>
    </form>
  );
}
