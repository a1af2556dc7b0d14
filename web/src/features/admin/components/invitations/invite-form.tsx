import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Card } from '../../../../components/layout/page.tsx';
import { Actions } from '../../../../components/ui/actions.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import fields from '../../../../components/ui/field.module.css';
import { Icon } from '../../../../components/ui/icon.tsx';
import { faultOfList, useCheckList, useInvite } from '../../api/invitations.ts';
import { invitationTexts as texts } from '../../invitation-texts.ts';
import { csvTextOf, longestCsv } from '../../model/csv-text.ts';
import { ChooseFile } from './choose-file.tsx';
import lineStyles from '../frame/lines.module.css';
import styles from './invitations.module.css';
import { JudgedLines } from './judged-lines.tsx';

/** A list is chosen or pasted, checked, corrected where it stands, and only then are people invited by it. */
export function InviteForm() {
  const [csv, setCsv] = useState('');
  const [fault, setFault] = useState<string>();
  const hintId = useId();
  const check = useCheckList();
  const [invited, setInvited] = useState<number>();
  const invite = useInvite((count) => {
    change('');
    setInvited(count);
  });
  // Inviting judges once more: a group may have gone since the check.
  const lines = (invite.data ?? check.data)?.lines;
  const wrong = fault ?? faultOfList(invite.error ?? check.error);

  function change(text: string, itsFault?: string) {
    setCsv(text);
    setFault(itsFault);
    setInvited(undefined);
    check.reset();
    invite.reset();
  }

  async function choose(file: File) {
    const content = await file.arrayBuffer().catch(() => undefined);
    if (content === undefined) return change('', texts.readFailed);
    const read = csvTextOf(new Uint8Array(content));
    if ('fault' in read) change('', read.fault);
    else change(read.text);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    invite.reset();
    if (csv.trim() === '') setFault(texts.empty);
    else if (csv.length > longestCsv) setFault(texts.tooLarge);
    else check.mutate(csv);
  }

  return (
    <Card title={texts.title}>
      <p className={lineStyles.about}>{texts.sentence}</p>
      <form className={styles.form} onSubmit={submit}>
        <label className={fields.field}>
          <span className={fields.label}>{texts.file}</span>
          <textarea
            className={`${fields.control} ${styles.csv}`}
            dir="auto"
            rows={6}
            spellCheck={false}
            autoComplete="off"
            placeholder={texts.example}
            value={csv}
            readOnly={invite.isPending}
            aria-describedby={hintId}
            aria-invalid={wrong !== undefined}
            onChange={(event) => change(event.target.value)}
          />
        </label>
        <p className={lineStyles.about} id={hintId}>
          {texts.fileHint}
        </p>
        <p className={lineStyles.fault} role="alert">
          {wrong}
        </p>
        <Actions>
          <ChooseFile label={texts.choose} onChoose={(file) => void choose(file)} />
          <Button look={lines === undefined ? 'main' : 'quiet'} type="submit" disabled={check.isPending}>
            {check.isPending ? texts.checking : texts.check}
          </Button>
        </Actions>
      </form>
      {invited !== undefined && <InvitedNote count={invited} />}
      {lines !== undefined && (
        <JudgedLines lines={lines} pending={invite.isPending} onInvite={() => invite.mutate(csv)} />
      )}
    </Card>
  );
}

/** The button that was pressed is gone with the list: the focus goes to what came of it. */
function InvitedNote({ count }: { count: number }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <p ref={note} className={styles.done} role="status" tabIndex={-1}>
      <Icon name="check" />
      {texts.invited(count)}
    </p>
  );
}
