import { getMe, type Me } from '@koinonia/contracts/identity.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api/request.ts';

export const meQuery = queryOptions<Me>({ queryKey: ['me'], queryFn: () => request(getMe) });

/** The person who is signed in, with what the server knows of them. */
export const useMe = () => useQuery(meQuery);
