import { changePerson, type Person, type Role } from '@koinonia/contracts/identity.ts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';
import { peoplePagesKey, type PeoplePage } from './people-page.ts';

/** The answer is shown at once; where the person stands now, by sort and filter, is asked for. */
function show(queries: QueryClient, person: Person) {
  queries.setQueriesData<PeoplePage>(
    { queryKey: peoplePagesKey },
    (page) =>
      page && { ...page, people: page.people.map((one) => (one.uid === person.uid ? { ...one, ...person } : one)) },
  );
  void queries.invalidateQueries({ queryKey: peoplePagesKey });
}

export function useChangeRole({ uid, displayName, email }: Person) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => request(changePerson, { params: { id: uid }, body: { role } }),
    networkMode: 'always',
    onSuccess(person, role) {
      show(queries, person);
      toast.success(texts.roleChanged(displayName || email, role));
    },
    onError: () => toast.error(texts.roleFailed),
  });
}

export function useSaveGroupsOf(uid: string, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (groups: string[]) => request(changePerson, { params: { id: uid }, body: { groups } }),
    networkMode: 'always',
    onSuccess(person) {
      show(queries, person);
      toast.success(texts.userGroupsSaved);
      onSaved();
    },
    onError: () => toast.error(texts.userGroupsFailed),
  });
}
