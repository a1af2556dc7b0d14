import { maxConsoleSearchLength } from '@koinonia/contracts/common.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import { useSettled } from '../../../../lib/use-settled.ts';
import { invitationsPageQuery } from '../../api/invitations.ts';
import { invitationTexts as texts } from '../../invitation-texts.ts';
import { pageThere } from '../../model/paging.ts';
import lines from '../frame/lines.module.css';
import { PageTurner } from '../frame/page-turner.tsx';
import { Section } from '../frame/section.tsx';
import { InvitationLine } from './invitation-line.tsx';

export function OpenInvitations() {
  const [typed, setTyped] = useState('');
  const [wantedPage, setPage] = useState(0);
  const search = useSettled(typed.trim());
  const invitations = useQuery(invitationsPageQuery({ search, page: wantedPage }));
  const { invitations: shown = [], total = 0 } = invitations.data ?? {};

  const page = invitations.isSuccess && !invitations.isPlaceholderData ? pageThere(wantedPage, total) : wantedPage;
  if (page !== wantedPage) setPage(page);
  const nothing = search === '' ? texts.none : texts.noneFound;

  return (
    <Section
      title={texts.open}
      sentence={texts.openSentence}
      tools={
        (typed !== '' || search !== '' || total > 0 || invitations.isPlaceholderData) && (
          <search>
            <SearchBox
              label={texts.search}
              value={typed}
              longest={maxConsoleSearchLength}
              onChange={(text) => {
                setTyped(text);
                setPage(0);
              }}
            />
          </search>
        )
      }
      query={invitations}
      failed={texts.notHere}
      empty={invitations.data !== undefined && total === 0 ? nothing : undefined}
    >
      <p className={lines.count} role="status">
        {texts.openCount(total)}
      </p>
      <ul className={lines.list} aria-label={texts.open} aria-busy={invitations.isPlaceholderData}>
        {shown.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <PageTurner page={page} total={total} onTurn={setPage} />
    </Section>
  );
}
