import { getMe, type Me } from '@koinonia/contracts/identity.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { firstAnswer } from './api/first-answers.ts';
import { requirePerson } from './api/required.ts';
import { peopleQuery } from './people.ts';
import { askedUntilAnswered } from './query-client.ts';

export const meQuery = queryOptions<Me>({
  queryKey: ['me'],
  queryFn: async () => requirePerson(await firstAnswer(getMe)),
  refetchInterval: askedUntilAnswered,
});

/**
 * Shows a change of the person at once, also in the staff list. Then asks: the change may be older than what is shown, when
 * it comes late, and so may an answer on its way.
 */
export function showMe(queries: QueryClient, change: (me: Me | undefined) => Me | undefined) {
  const { queryKey } = meQuery;
  const before = queries.getQueryData<Me>(queryKey);
  const after = queries.setQueryData<Me>(queryKey, change);
  const looksDifferent = before?.displayName !== after?.displayName || before?.photoURL !== after?.photoURL;
  if (before !== undefined && looksDifferent) void queries.invalidateQueries({ queryKey: peopleQuery.queryKey });
  void queries.invalidateQueries({ queryKey });
}

/** The signed-in person, as the server knows them. */
export const useMe = () => useQuery(meQuery);
