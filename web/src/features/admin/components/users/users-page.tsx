import type { Group } from '@koinonia/contracts/groups.ts';
import { exportPeople, type Person } from '@koinonia/contracts/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NotHere, Nothing } from '../../../../components/ui/not-here.tsx';
import { download } from '../../../../lib/api/download.ts';
import { useMe } from '../../../../lib/me.ts';
import { hasFailed } from '../../../../lib/has-failed.ts';
import { useFailureToast } from '../../../../lib/use-failure-toast.ts';
import { useKeptFocus } from '../../../../lib/use-kept-focus.ts';
import { useSettled } from '../../../../lib/use-settled.ts';
import { groupsQuery } from '../../api/groups-query.ts';
import { peoplePageQuery } from '../../api/people-page.ts';
import { usePaged } from '../../api/use-paged.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { texts } from '../../texts.ts';
import styles from './users-page.module.css';
import { anyone, UserFilters, type Filters } from './user-filters.tsx';
import { ManageGroupsDialog } from '../groups/manage-groups-dialog.tsx';
import { Answer } from '../frame/answer.tsx';
import { ExportButton } from '../frame/export-button.tsx';
import lines from '../frame/lines.module.css';
import { PageTurner } from '../frame/page-turner.tsx';
import type { PersonQuestion } from './person-menu.tsx';
import { PersonQuestionDialog } from './person-question-dialog.tsx';
import { UserTable } from './user-table.tsx';

const nobody: Person[] = [];
const none: Group[] = [];

/** The filter in the server's terms. */
function useWanted({ search, groupId, status }: Filters, groups: readonly Group[]) {
  const settled = useSettled(search.trim());
  // By id, so that a filter survives the renaming of its group; if the group is deleted, it filters nothing.
  return { search: settled, group: groups.find(({ id }) => id === groupId)?.name, status };
}

/** The filters, and the page of people that they give. */
function useUsersPage() {
  const [filters, setFilters] = useState<Filters>(anyone);
  const groups = useQuery(groupsQuery);
  const wanted = useWanted(filters, groups.data ?? none);
  const { query: people, ...pages } = usePaged((page) => peoplePageQuery({ ...wanted, sort: filters.sort, page }));
  useRefusal(people.error ?? groups.error);
  useFailureToast(people, texts.usersFailed);
  useFailureToast(groups, texts.groupsFailed);

  function change(part: Partial<Filters>) {
    setFilters({ ...filters, ...part });
    pages.setPage(0);
  }
  return {
    filters,
    change,
    groups: groups.data ?? none,
    wanted,
    people,
    failed: hasFailed(people),
    shown: people.data?.people ?? nobody,
    ...pages,
  };
}

export function UsersPage() {
  const { data: me } = useMe();
  const { filters, change, groups, wanted, people, failed, waits, shown, total, page, setPage } = useUsersPage();
  const [managed, setManaged] = useState<{ person: Person }>();
  const [asked, setAsked] = useState<{ person: Person; question: PersonQuestion }>();
  const { fallback, around } = useKeptFocus<HTMLParagraphElement>();

  return (
    <>
      <UserFilters filters={filters} groups={groups} onChange={change} />
      <section className={styles.people} aria-label={texts.sections.users} {...around}>
        {failed || waits ? (
          <NotHere framed failed={failed} words={texts.usersNotHere} onRetry={() => people.refetch()} />
        ) : (
          <Answer former={people.isPlaceholderData}>
            <div className={lines.above}>
              <p ref={fallback} className={lines.count} role="status" tabIndex={-1}>
                {people.data !== undefined && texts.showing(total)}
              </p>
              {(total > 0 || people.isPending) && (
                <ExportButton disabled={people.isPending} make={() => download(exportPeople, { query: wanted })} />
              )}
            </div>
            {people.data !== undefined && total === 0 ? (
              <Nothing>{texts.noUsers}</Nothing>
            ) : (
              <UserTable
                people={shown}
                pending={people.isPending}
                ownUid={me?.uid ?? ''}
                onManage={(person) => setManaged({ person })}
                onAsk={(person, question) => setAsked({ person, question })}
              />
            )}
          </Answer>
        )}
        <PageTurner page={page} total={total} onTurn={setPage} />
      </section>
      {managed !== undefined && (
        <ManageGroupsDialog
          person={shown.find(({ uid }) => uid === managed.person.uid) ?? managed.person}
          // The dialog may have been opened again, for somebody else, while this one was saving.
          onClose={() => setManaged((now) => (now === managed ? undefined : now))}
        />
      )}
      {asked !== undefined && <PersonQuestionDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
