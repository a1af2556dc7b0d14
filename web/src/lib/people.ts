import {
  getPerson,
  type ListedPerson,
  listPeople,
  type Person,
  type PersonSummary,
} from '@koinonia/contracts/identity.ts';
import { queryOptions, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { arrivedAnswer, firstAnswer } from './api/first-answers.ts';
import { request } from './api/request.ts';
import { askedUntilAnswered, fromCache, isTold } from './query-client.ts';
import { keptAnswer } from './on-device/kept-answers.ts';
import { pageCache } from './session/page-cache.ts';

const cacheKey = 'people:list:v1';

function cachedPeople(): Person[] | undefined {
  const kept = pageCache.read(cacheKey) ?? keptAnswer(['people']) ?? arrivedAnswer(listPeople);
  return Array.isArray(kept) ? (kept as Person[]) : undefined;
}

/** What this device stores of a person: nothing that only admins get, such as phone numbers. */
export const asListed = ({ uid, displayName, email, photoURL }: Person): Required<ListedPerson> => ({
  uid,
  displayName,
  email,
  photoURL,
});

/** Everyone on the staff list. */
export const peopleQuery = queryOptions<Person[]>({
  queryKey: ['people'],
  initialData: cachedPeople,
  initialDataUpdatedAt: fromCache,
  async queryFn() {
    const people = await firstAnswer(listPeople);
    pageCache.write(cacheKey, people.map(asListed));
    return people;
  },
});

/** One person by their id, even if they have left. */
export const personQuery = (id: string) =>
  queryOptions<PersonSummary>({
    queryKey: ['person', id],
    queryFn: () => request(getPerson, { params: { id } }),
    refetchInterval: askedUntilAnswered,
  });

export const usePeople = () => useQuery(peopleQuery);

/** Everyone, always refetched: somebody may be looking for a person who has just signed in for the first time. */
export const useFreshPeople = () => useQuery({ ...peopleQuery, refetchOnMount: 'always' });

export interface Directory {
  /** 'Unknown' for a person who cannot be found; an empty name while that is not yet known. */
  of(uid: string): PersonSummary;
}

const unknown: PersonSummary = { displayName: 'Unknown', photoURL: '' };
const pending: PersonSummary = { displayName: '', photoURL: '' };
const named = (person: PersonSummary) =>
  person.displayName === '' ? { ...person, displayName: unknown.displayName } : person;

/**
 * Names and pictures of these people: from the staff list, or one by one for those who have left it, as far as this device
 * has them until the list has come. The result stays the same object while nothing about them changes, so that nothing is
 * rendered again.
 */
export function useDirectory(uids: ReadonlySet<string>): Directory {
  const wanted = useMemo(() => [...uids].sort().join('\n'), [uids]);
  const query = usePeople();
  const { data: people } = query;
  const asked = isTold(query) || query.isError;
  const hasList = asked || people !== undefined;
  const missing = useMemo(() => {
    if (!hasList) return [];
    const listed = new Set(people?.map((person) => person.uid));
    return wanted.split('\n').filter((uid) => uid !== '' && !listed.has(uid));
  }, [people, wanted, hasList]);

  const combine = useCallback(
    (lookups: UseQueryResult<PersonSummary>[]): Directory => {
      const known = new Map<string, PersonSummary>(people?.map((person) => [person.uid, named(person)]));
      lookups.forEach(({ data, errorUpdateCount }, index) => {
        const uid = missing[index];
        // A failed lookup still counts as failed during a retry, so that the name does not flicker.
        if (uid !== undefined && (data !== undefined || errorUpdateCount > 0))
          known.set(uid, data === undefined ? unknown : named(data));
      });
      return { of: (uid: string) => known.get(uid) ?? pending };
    },
    [people, missing],
  );

  return useQueries({ queries: missing.map((id) => ({ ...personQuery(id), enabled: asked })), combine });
}
