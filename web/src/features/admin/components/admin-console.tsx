import type { Group } from '@koinonia/contracts/groups.ts';
import type { Person } from '@koinonia/contracts/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Page } from '../../../components/layout/page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../lib/toast.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { groupsQuery } from '../api/groups-query.ts';
import { peoplePageQuery } from '../api/people-page.ts';
import { useConsoleSync, useRefusal } from '../api/use-console-sync.ts';
import { lastPage } from '../model/paging.ts';
import { texts } from '../texts.ts';
import styles from './admin-console.module.css';
import { anyone, ConsoleFilters, type Filters } from './console-filters.tsx';
import { ManageGroupsDialog } from './manage-groups-dialog.tsx';
import { PageTurner } from './page-turner.tsx';
import { UserTable } from './user-table.tsx';

const typingPause = 200;
const nobody: Person[] = [];
const none: Group[] = [];

function usePeople(filters: Filters, groups: readonly Group[], page: number) {
  const search = useSettled(filters.search.trim(), typingPause);
  // By id, so that a filter outlives the renaming of its group; one whose group is gone filters nothing.
  const group = groups.find(({ id }) => id === filters.groupId)?.name;
  return useQuery(peoplePageQuery({ search, sort: filters.sort, group, page }));
}

function useFailureToast(failed: boolean, text: string) {
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}

/** `uid` is the admin who looks. */
export function AdminConsole({ uid }: { uid: string }) {
  const [filters, setFilters] = useState<Filters>(anyone);
  const [wantedPage, setPage] = useState(0);
  const [managed, setManaged] = useState<Person>();
  const groups = useQuery(groupsQuery);
  const people = usePeople(filters, groups.data ?? none, wantedPage);
  const { people: shown = nobody, total = 0 } = people.data ?? {};

  useConsoleSync();
  useRefusal(people.error ?? groups.error);
  useFailureToast(people.isError, texts.usersFailed);
  useFailureToast(groups.isError, texts.groupsFailed);

  // The people of a last page may go while somebody looks at it.
  const page = people.isSuccess && !people.isPlaceholderData ? Math.min(wantedPage, lastPage(total)) : wantedPage;
  if (page !== wantedPage) setPage(page);

  return (
    <Page title={texts.title} wide>
      <ConsoleFilters
        filters={filters}
        groups={groups.data ?? none}
        onChange={(change) => {
          setFilters({ ...filters, ...change });
          setPage(0);
        }}
      />
      <section className={styles.people} aria-label={texts.users} aria-busy={people.isPlaceholderData}>
        {people.data !== undefined && (
          <p className={styles.count} role="status">
            {texts.showing(total)}
          </p>
        )}
        {people.data === undefined && people.isError ? (
          <div className={styles.empty}>
            <p>{texts.usersNotHere}</p>
            <Button onClick={() => void people.refetch()}>{texts.retry}</Button>
          </div>
        ) : people.data !== undefined && total === 0 ? (
          <p className={styles.empty}>{texts.noUsers}</p>
        ) : (
          <UserTable people={shown} pending={people.isPending} ownUid={uid} onManage={setManaged} />
        )}
        <PageTurner page={page} total={total} onTurn={setPage} />
      </section>
      {managed !== undefined && (
        <ManageGroupsDialog
          person={shown.find((one) => one.uid === managed.uid) ?? managed}
          onClose={() => setManaged(undefined)}
        />
      )}
    </Page>
  );
}
