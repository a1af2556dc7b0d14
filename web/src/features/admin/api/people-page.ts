import type { QueryOf } from '@koinonia/contracts/call.ts';
import { listPeople, type Person } from '@koinonia/contracts/identity.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../../lib/api/request.ts';
import { pieceOf } from '../model/paging.ts';

export type Sort = NonNullable<NonNullable<QueryOf<typeof listPeople>>['sort']>;

export type Status = NonNullable<NonNullable<QueryOf<typeof listPeople>>['status']>;

export interface PeopleWanted {
  readonly search: string;
  readonly sort: Sort;
  /** The name of a group; undefined for all groups. */
  readonly group: string | undefined;
  /** Undefined for both active and deactivated people. */
  readonly status: Status | undefined;
  /** Counted from 0. */
  readonly page: number;
}

export interface PeoplePage {
  readonly people: Person[];
  /** The number of people on all pages. */
  readonly total: number;
}

export const peoplePagesKey = ['admin', 'people'] as const;

/** One page of the admins' staff list; the previous page stays on the screen until it is loaded. */
export function peoplePageQuery({ search, sort, group, status, page }: PeopleWanted) {
  return queryOptions({
    queryKey: [...peoplePagesKey, { search, sort, group, status, page }] as const,
    async queryFn(): Promise<PeoplePage> {
      const query = { search, sort, group, status, ...pieceOf(page) };
      const { answer, total } = await requestPage(listPeople, { query });
      return { people: answer, total };
    },
    placeholderData: keepPreviousData,
    // Other admins change people too: show the cached page and refetch it.
    staleTime: 0,
    gcTime: 300_000,
  });
}
