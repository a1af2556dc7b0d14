import { maxConsoleSearchLength } from '@koinonia/contracts/common.ts';
import { useState } from 'react';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import { useSettled } from '../../../../lib/use-settled.ts';
import { invitationsPageQuery } from '../../api/invitations.ts';
import { usePaged } from '../../api/use-paged.ts';
import { invitationTexts as texts } from '../../invitation-texts.ts';
import lines from '../frame/lines.module.css';
import { PageTurner } from '../frame/page-turner.tsx';
import { Section } from '../frame/section.tsx';
import { InvitationLine } from './invitation-line.tsx';

export function OpenInvitations() {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { query, waits, total, page, setPage } = usePaged((wanted) => invitationsPageQuery({ search, page: wanted }));
  const nothing = search === '' ? texts.none : texts.noneFound;

  return (
    <Section
      title={texts.open}
      sentence={texts.openSentence}
      tools={
        (typed !== '' || search !== '' || total > 0 || query.isPlaceholderData) && (
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
      query={query}
      waits={waits}
      failed={texts.notHere}
      empty={query.data !== undefined && total === 0 ? nothing : undefined}
      foot={<PageTurner page={page} total={total} onTurn={setPage} />}
    >
      <p className={lines.count} role="status">
        {texts.openCount(total)}
      </p>
      <ul className={lines.list} aria-label={texts.open}>
        {query.data?.invitations.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Section>
  );
}
