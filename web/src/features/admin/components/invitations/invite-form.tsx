import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Card } from '../../../../components/layout/page.tsx';
import { Actions } from '../../../../components/ui/actions.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { Fault } from '../../../../components/ui/fault.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import fields from '../../../../components/ui/field.module.css';
import { Icon } from '../../../../components/ui/icon.tsx';
import { useKeptInput } from '../../../../lib/use-kept-input.ts';
import { faultOfList, useCheckList, useInvite } from '../../api/invitations.ts';
import { invitationTexts as texts } from '../../invitation-texts.ts';
import { csvTextOfFile, isTooLong } from '../../model/csv-text.ts';
import { ChooseFile } from './choose-file.tsx';
import lineStyles from '../frame/lines.module.css';
import styles from './invitations.module.css';
import { JudgedLines } from './judged-lines.tsx';

interface ListFault {
  readonly text: string;
  /** The list that it is about; none for the fault of a file, which was not taken. */
  readonly of?: string;
}

/** The list being prepared, its error, and the server's check of it. */
function useList() {
  const [csv, setCsv] = useKeptInput('invitations');
  const [fault, setFault] = useState<ListFault>();
  const [invited, setInvited] = useState<number>();
  const check = useCheckList();
  const invite = useInvite((sent, count) => {
    // Another list may have been begun meanwhile, after a look at another page.
    setCsv((now) => (now === sent ? '' : now));
    anew();
    setInvited(count);
  });

  /** Drops the earlier results: they no longer apply to the list. */
  function anew(itsFault?: ListFault) {
    setFault(itsFault);
    setInvited(undefined);
    check.reset();
    invite.reset();
  }

  function change(text: string) {
    setCsv(() => text);
    anew();
  }

  async function choose(file: File) {
    const read = await csvTextOfFile(file);
    // The typed text stays: only the file was wrong.
    if ('fault' in read) anew({ text: read.fault });
    else change(read.text);
  }

  function judge() {
    if (csv.trim() === '') return anew({ of: csv, text: texts.empty });
    if (isTooLong(csv)) return anew({ of: csv, text: texts.tooLarge });
    anew();
    check.mutate(csv);
  }

  // Another window may have changed the list: nobody may be invited by a check of another one.
  const ofThisList = <M extends { variables: string | undefined }>(answer: M) =>
    answer.variables === csv ? answer : undefined;
  const checked = ofThisList(check);
  // The invitation checks the list once more: a group may have been deleted since the first check.
  const sent = ofThisList(invite);
  return {
    csv,
    invited,
    wrong: ((fault?.of ?? csv) === csv ? fault?.text : undefined) ?? faultOfList(sent?.error ?? checked?.error ?? null),
    result: sent?.data ?? checked?.data,
    checking: check.isPending,
    inviting: invite.isPending,
    change,
    choose,
    judge,
    invite: () => invite.mutate(csv),
  };
}

/** A list is chosen or pasted, checked and corrected in place; only then are people invited. */
export function InviteForm() {
  const { csv, invited, wrong, result, checking, inviting, ...list } = useList();
  const hintId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    list.judge();
  }

  return (
    <Card title={texts.title}>
      <p className={lineStyles.about}>{texts.sentence}</p>
      <form className={styles.form} onSubmit={submit}>
        <Field label={texts.file}>
          <textarea
            className={`${fields.control} ${styles.csv}`}
            dir="auto"
            rows={6}
            spellCheck={false}
            autoComplete="off"
            placeholder={texts.example}
            value={csv}
            readOnly={inviting}
            aria-describedby={hintId}
            aria-invalid={wrong !== undefined}
            onChange={(event) => list.change(event.target.value)}
          />
        </Field>
        <p className={lineStyles.about} id={hintId}>
          {texts.fileHint}
        </p>
        <Fault>{wrong}</Fault>
        <Actions>
          <ChooseFile label={texts.choose} disabled={inviting} onChoose={(file) => void list.choose(file)} />
          <CheckButton isFirst={result === undefined} pending={checking} disabled={inviting} />
        </Actions>
      </form>
      {invited !== undefined && <InvitedNote count={invited} />}
      {result !== undefined && (
        <JudgedLines lines={result.lines} ignored={result.ignored ?? []} pending={inviting} onInvite={list.invite} />
      )}
    </Card>
  );
}

/** Once the list has been checked, inviting is the main action. */
const CheckButton = ({ isFirst, ...state }: { isFirst: boolean; pending: boolean; disabled: boolean }) => (
  <Button look={isFirst ? 'main' : 'quiet'} type="submit" pendingWords={texts.checking} {...state}>
    {texts.check}
  </Button>
);

/** The pressed button is gone with the list, so the focus moves to the result. */
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
