import { IconButton } from '../../../../components/ui/button.tsx';
import { Said } from '../../../../components/ui/said.tsx';
import type { Written } from '../../writing/use-send.ts';
import { texts } from '../../texts.ts';
import { AttachButton } from '../attachments/attach-button.tsx';
import { ChosenStrip } from '../attachments/chosen-strip.tsx';
import { DropTarget } from '../attachments/drop-target.tsx';
import { useMessageActs } from '../message/message-acts.ts';
import styles from './composer.module.css';
import { useBoxFocus } from './use-box-focus.ts';
import { useComposer } from './use-composer.ts';
import { WritingAbout } from './writing-about.tsx';
import { WritingBox } from './writing-box.tsx';

interface ComposerProps {
  chatId: string;
  onSend: (written: Written) => void;
}

export function Composer({ chatId, onSend }: ComposerProps) {
  const { box } = useMessageActs();
  const { writing, text, setText, chosen, tooMany, sendable, saving, problem, ...acts } = useComposer(chatId, onSend);
  const { editing, replyTo } = writing;
  useBoxFocus(box, editing?.id ?? replyTo?.id);

  async function attach(files: readonly File[]) {
    await chosen.add(files);
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        acts.send();
      }}
    >
      <Notes tooMany={tooMany} problem={problem} />
      <WritingAbout chatId={chatId} writing={writing} onCancel={acts.cancel} />
      <DropTarget onFiles={editing === undefined ? attach : null} />
      {editing === undefined && (
        <ChosenStrip files={chosen.files} onRemove={chosen.remove} onEmpty={() => box.current?.focus()} />
      )}
      <div className={styles.line}>
        {editing === undefined && <AttachButton onFiles={attach} />}
        <WritingBox
          chatId={chatId}
          text={text}
          onText={setText}
          readOnly={saving}
          onSend={acts.send}
          onCancel={editing === undefined && replyTo === undefined ? undefined : acts.cancel}
          onEditLast={acts.editLast}
        />
        <IconButton
          icon={editing === undefined ? 'send' : 'check'}
          look="main"
          type="submit"
          label={editing === undefined ? texts.send : texts.saveEdit}
          disabled={!sendable}
          // Keeps the on-screen keyboard open on phones.
          onPointerDown={(event) => event.preventDefault()}
        />
      </div>
    </form>
  );
}

/** Why the text cannot be sent, and why an edit was not saved. */
function Notes({ tooMany, problem }: { tooMany: number; problem: string }) {
  return (
    <>
      <Said>{tooMany > 0 && <p className={styles.note}>{texts.tooLong(tooMany)}</p>}</Said>
      {problem !== '' && (
        <p className={styles.note} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
