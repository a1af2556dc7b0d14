import { useQuery } from '@tanstack/react-query';
import { deletedGroupsQuery } from '../../api/deleted-groups.ts';
import { texts } from '../../texts.ts';
import lines from '../frame/lines.module.css';
import { Section } from '../frame/section.tsx';
import { DeletedGroupLine } from './deleted-group-line.tsx';

export function DeletedGroupsPage() {
  const groups = useQuery(deletedGroupsQuery);
  return (
    <Section
      title={texts.sections.deletedGroups}
      sentence={texts.deletedGroupsSentence}
      query={groups}
      failed={texts.deletedGroupsNotHere}
      empty={groups.data?.length === 0 ? texts.noDeletedGroups : undefined}
    >
      <ul className={lines.list}>
        {groups.data?.map((group) => (
          <DeletedGroupLine key={group.id} group={group} />
        ))}
      </ul>
    </Section>
  );
}
