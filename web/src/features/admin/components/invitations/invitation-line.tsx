import type { Invitation } from '@koinonia/contracts/invitations.ts';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { formatDate, isolated } from '../../../../lib/format.ts';
import { useWithdraw } from '../../api/invitations.ts';
import { invitationTexts as texts } from '../../invitation-texts.ts';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import { Address } from '../frame/address.tsx';
import lines from '../frame/lines.module.css';

export function InvitationLine({ invitation }: { invitation: Invitation }) {
  const [asking, setAsking] = useState(false);
  const withdraw = useWithdraw(invitation, () => setAsking(false));
  const { email, role, groups, invitedBy, expiresAt } = invitation;
  return (
    <li className={lines.line}>
      <div className={lines.what}>
        <strong>
          <Address of={email} />
        </strong>
        <p className={lines.about}>{[texts.as[role], ...groups.map(isolated)].join(' · ')}</p>
        <p className={lines.about}>{texts.details(isolated(invitedBy.displayName), formatDate(expiresAt))}</p>
      </div>
      <Button aria-label={texts.withdrawOf(email)} onClick={() => setAsking(true)}>
        {texts.withdraw}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.withdrawTitle(email)}
          action={texts.withdraw}
          pendingAction={texts.withdrawing}
          pending={withdraw.isPending}
          danger
          onConfirm={() => withdraw.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          {texts.withdrawSentence}
        </ConfirmDialog>
      )}
    </li>
  );
}
