import type { Chat } from '@koinonia/contracts/chat.ts';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import fields from '../../../../components/ui/field.module.css';
import { useChangeGroup } from '../../api/use-change-group.ts';
import { texts } from '../../texts.ts';
import styles from './group-name.module.css';

const longest = 100;

/** The name of a group, which every member may change where it stands. */
export function GroupName({ chat, title }: { chat: Chat; title: string }) {
  const [draft, setDraft] = useState<string | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const writing = draft !== null;
  const wrote = useRef(false);

  // The field that had the focus is gone.
  useEffect(() => {
    if (wrote.current && !writing && document.activeElement === document.body) pencil.current?.focus();
    wrote.current = writing;
  }, [writing]);

  const close = () => setDraft(null);
  const rename = useChangeGroup(chat.id, { failed: texts.groupInfo.renameFailed, onDone: close });

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = (draft ?? '').trim();
    if (rename.isPending) return;
    if (name === (chat.name ?? '')) close();
    else rename.mutate({ name });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  }

  if (draft === null) {
    return (
      <div className={styles.shown}>
        <p className={styles.name} dir="auto">
          {title}
        </p>
        <IconButton
          ref={pencil}
          icon="pencil"
          label={texts.groupInfo.rename}
          onClick={() => setDraft(chat.name ?? '')}
        />
      </div>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <input
        className={fields.control}
        aria-label={texts.groupInfo.name}
        aria-describedby="group-name-hint"
        placeholder={texts.groupChat}
        dir="auto"
        maxLength={longest}
        // Whoever asked to change the name wants to type it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.target.select()}
        autoComplete="off"
        enterKeyHint="done"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton icon="check" look="main" type="submit" label={texts.groupInfo.save} disabled={rename.isPending} />
      <IconButton icon="close" label={texts.cancel} onClick={close} />
      <p id="group-name-hint" className={styles.hint}>
        {texts.groupInfo.nameHint}
      </p>
    </form>
  );
}
