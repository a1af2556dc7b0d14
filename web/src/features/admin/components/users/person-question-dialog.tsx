import type { Person } from '@koinonia/contracts/identity.ts';
import { shownName } from '../../../../lib/shown-name.ts';
import { useChangeActive, useEndSessions } from '../../api/change-people.ts';
import { texts } from '../../texts.ts';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import type { PersonQuestion } from './person-menu.tsx';

interface PersonQuestionDialogProps {
  person: Person;
  question: PersonQuestion;
  onClose: () => void;
}

export function PersonQuestionDialog({ person, question, onClose }: PersonQuestionDialogProps) {
  const active = useChangeActive(person, onClose);
  const sessions = useEndSessions(person, onClose);
  const words = texts.questions[question];
  const act = {
    deactivate: () => active.mutate(false),
    reactivate: () => active.mutate(true),
    endSessions: () => sessions.mutate(undefined),
  };
  return (
    <ConfirmDialog
      title={words.title(shownName(person))}
      action={words.action}
      pendingAction={words.pending}
      pending={active.isPending || sessions.isPending}
      danger={question !== 'reactivate'}
      onConfirm={act[question]}
      onClose={onClose}
    >
      {words.sentence}
    </ConfirmDialog>
  );
}
