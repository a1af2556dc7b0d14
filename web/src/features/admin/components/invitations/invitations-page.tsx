import { InviteForm } from './invite-form.tsx';
import { OpenInvitations } from './open-invitations.tsx';

export function InvitationsPage() {
  return (
    <>
      <InviteForm />
      <OpenInvitations />
    </>
  );
}
