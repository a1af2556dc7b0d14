import { getMe, type Me } from '@koinonia/contracts/identity.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { firstAnswer } from './api/first-answers.ts';

export const meQuery = queryOptions<Me>({ queryKey: ['me'], queryFn: () => firstAnswer(getMe) });

/** Shows what has just been told of the person. An answer on its way may be from before, so it is asked for again. */
export function showMe(queries: QueryClient, change: (me: Me | undefined) => Me | undefined) {
  const { queryKey } = meQuery;
  queries.setQueryData<Me>(queryKey, change);
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
}

/** The person who is signed in, with what the server knows of them. */
export const useMe = () => useQuery(meQuery);
