import { useQuery } from '@tanstack/react-query';
import { invitationsQuery } from '../../api/invitations.ts';
import { useRefusal } from '../../api/use-console-sync.ts';
import { invitationTexts as texts } from '../../invitation-texts.ts';
import { Section } from '../frame/section.tsx';
import { InvitationLine } from './invitation-line.tsx';
import styles from './invitations.module.css';
import { InviteForm } from './invite-form.tsx';

export function InvitationsPage() {
  const invitations = useQuery(invitationsQuery);
  useRefusal(invitations.error);
  return (
    <>
      <InviteForm />
      <Section
        title={texts.open}
        sentence={texts.openSentence}
        query={invitations}
        failed={texts.notHere}
        empty={invitations.data?.length === 0 ? texts.none : undefined}
      >
        <ul className={styles.list}>
          {invitations.data?.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </Section>
    </>
  );
}
