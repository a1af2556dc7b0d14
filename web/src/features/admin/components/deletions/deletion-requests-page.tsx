import { useQuery } from '@tanstack/react-query';
import { deletionRequestsQuery } from '../../api/deletion-requests.ts';
import { deletionTexts as texts } from '../../deletion-texts.ts';
import { texts as consoleTexts } from '../../texts.ts';
import lines from '../frame/lines.module.css';
import { Section } from '../frame/section.tsx';
import { DeletionRequestLine } from './deletion-request-line.tsx';

export function DeletionRequestsPage() {
  const requests = useQuery(deletionRequestsQuery);
  return (
    <Section
      title={consoleTexts.sections.deletionRequests}
      sentence={texts.sentence}
      query={requests}
      failed={texts.notHere}
      empty={requests.data?.length === 0 ? texts.none : undefined}
    >
      <ul className={lines.list}>
        {requests.data?.map((person) => (
          <DeletionRequestLine key={person.uid} person={person} />
        ))}
      </ul>
    </Section>
  );
}
