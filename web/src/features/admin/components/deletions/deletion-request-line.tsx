import type { PersonToDelete } from '@koinonia/contracts/own-data.ts';
import { useState } from 'react';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { formatExact } from '../../../../lib/format.ts';
import { shownName } from '../../../../lib/shown-name.ts';
import { useAnswerDeletion } from '../../api/deletion-requests.ts';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import { Address } from '../frame/address.tsx';
import lines from '../frame/lines.module.css';
import { deletionTexts as texts } from '../../deletion-texts.ts';

type Answer = keyof typeof texts.answers;

export function DeletionRequestLine({ person }: { person: PersonToDelete }) {
  const [question, setQuestion] = useState<Answer | null>(null);
  const name = shownName(person);
  const ask = (answer: Answer) => (
    <Button aria-label={texts.answers[answer].named(name)} onClick={() => setQuestion(answer)}>
      {texts.answers[answer].label}
    </Button>
  );
  return (
    <li className={lines.line}>
      <Avatar id={person.uid} name={name} photoURL={person.photoURL} />
      <div className={lines.what}>
        <strong dir="auto">{name}</strong>
        <p className={lines.about}>
          <Address of={person.email} />
        </p>
        <p className={lines.about}>{texts.asked(formatExact(person.requestedAt))}</p>
      </div>
      <div className={lines.buttons}>
        {ask('decline')}
        {ask('delete')}
      </div>
      {question !== null && (
        <Question person={person} name={name} answer={question} onClose={() => setQuestion(null)} />
      )}
    </li>
  );
}

interface QuestionProps {
  person: PersonToDelete;
  name: string;
  answer: Answer;
  onClose: () => void;
}

function Question({ person, name, answer, onClose }: QuestionProps) {
  const act = useAnswerDeletion(person, answer, onClose);
  const words = texts.answers[answer];
  return (
    <ConfirmDialog
      title={words.title(name)}
      action={words.action}
      pendingAction={words.pending}
      pending={act.isPending}
      danger={answer === 'delete'}
      onConfirm={() => act.mutate(undefined)}
      onClose={onClose}
    >
      {words.sentence}
    </ConfirmDialog>
  );
}
