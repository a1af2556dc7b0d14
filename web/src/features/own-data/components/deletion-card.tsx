import type { DeletionRequest } from '@koinonia/contracts/own-data.ts';
import { useState } from 'react';
import { Card } from '../../../components/layout/page.tsx';
import { Actions } from '../../../components/ui/actions.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { NotHere } from '../../../components/ui/not-here.tsx';
import { formatDate } from '../../../lib/format.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { useChangeDeletionRequest, useDeletionRequest } from '../api/use-deletion-request.ts';
import { texts } from '../texts.ts';
import { AskForDeletionDialog } from './ask-for-deletion-dialog.tsx';
import styles from './own-data.module.css';

export function DeletionCard() {
  const query = useDeletionRequest();
  const { data: request, refetch } = query;
  return (
    <Card title={texts.deletionTitle}>
      <p className={styles.sentence}>{texts.deletionSentence}</p>
      {request === undefined ? (
        <NotHere failed={hasFailed(query)} words={texts.deletionNotHere} onRetry={() => refetch()} />
      ) : (
        <Standing request={request} />
      )}
    </Card>
  );
}

function Standing({ request: { requestedAt, declinedAt } }: { request: DeletionRequest }) {
  const [asks, setAsks] = useState(false);
  const withdraw = useChangeDeletionRequest();
  return (
    <>
      <p role="status" className={styles.standing}>
        {requestedAt !== null
          ? texts.requestedOn(formatDate(requestedAt))
          : declinedAt !== null && texts.declinedOn(formatDate(declinedAt))}
      </p>
      <Actions>
        {requestedAt !== null ? (
          <Button pending={withdraw.isPending} pendingWords={texts.withdrawing} onClick={() => withdraw.mutate(false)}>
            {texts.withdraw}
          </Button>
        ) : (
          <Button onClick={() => setAsks(true)}>{texts.askForDeletion}</Button>
        )}
      </Actions>
      {asks && <AskForDeletionDialog onClose={() => setAsks(false)} />}
    </>
  );
}
