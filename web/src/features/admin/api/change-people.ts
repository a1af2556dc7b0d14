import type { BodyOf } from '@koinonia/contracts/call.ts';
import { changePerson, endSessionsOfPerson, type Person, type Role } from '@koinonia/contracts/identity.ts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { shownName } from '../../../lib/shown-name.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';
import { peoplePagesKey, type PeoplePage } from './people-page.ts';

/** Shows the answer at once, and refetches the page, because the person's place depends on sort and filter. */
function show(queries: QueryClient, person: Person) {
  queries.setQueriesData<PeoplePage>(
    { queryKey: peoplePagesKey },
    (page) =>
      page && { ...page, people: page.people.map((one) => (one.uid === person.uid ? { ...one, ...person } : one)) },
  );
  void queries.invalidateQueries({ queryKey: peoplePagesKey });
}

/** The server's reason, where an admin can do something about it: the last admin stays one. */
function failed(words: string, error: Error): void {
  toast.error(wasRefused(error, 400, 409) ? `${words} ${error.message}` : words);
}

export function useChangeRole(person: Person) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => request(changePerson, { params: { id: person.uid }, body: { role } }),
    networkMode: 'always',
    onSuccess(changed, role) {
      show(queries, changed);
      toast.success(texts.roleChanged(shownName(person), role));
    },
    onError: (error) => failed(texts.roleFailed, error),
  });
}

/** Activates or deactivates a person. */
export function useChangeActive(person: Person, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (active: boolean) => request(changePerson, { params: { id: person.uid }, body: { active } }),
    networkMode: 'always',
    onSuccess(changed, active) {
      show(queries, changed);
      toast.success(active ? texts.reactivated(shownName(person)) : texts.deactivated(shownName(person)));
      onDone();
    },
    onError: (error) => failed(texts.activeFailed, error),
  });
}

export function useEndSessions(person: Person, onDone: () => void) {
  return useMutation({
    mutationFn: () => request(endSessionsOfPerson, { params: { id: person.uid } }),
    networkMode: 'always',
    onSuccess() {
      toast.success(texts.sessionsEnded(shownName(person)));
      onDone();
    },
    onError: () => toast.error(texts.endSessionsFailed),
  });
}

type GroupChange = Pick<BodyOf<typeof changePerson>, 'addToGroups' | 'removeFromGroups'>;

/** Saves only what was ticked or unticked, not the whole list: another admin may edit the same person. */
export function useSaveGroupsOf(uid: string, onSaved: (saved: Person) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: GroupChange) => request(changePerson, { params: { id: uid }, body: change }),
    networkMode: 'always',
    onSuccess(person) {
      show(queries, person);
      toast.success(texts.userGroupsSaved);
      onSaved(person);
    },
    onError(error) {
      failed(texts.userGroupsFailed, error);
      // A group may just have been deleted: its line disappears, and the rest can be saved.
      void queries.invalidateQueries({ queryKey: ['admin'] });
    },
  });
}
