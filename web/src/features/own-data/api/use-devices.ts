import { endSessionById, listSessions, type Device } from '@koinonia/contracts/identity.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { unlessGone } from '../../../lib/api/api-error.ts';
import { request, requestAt } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';

/** No event reports a sign-in on another device. */
const askAgainEvery = 15_000;

const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => requestAt(listSessions),
  staleTime: 0,
  refetchInterval: askAgainEvery,
  refetchOnWindowFocus: true,
});

export const useDevices = () => useQuery(devicesQuery);

const end = (id: string) => unlessGone(request(endSessionById, { params: { id } }));

/** The other devices, also those that have signed in since the list was loaded: nobody would sign them out. */
async function othersNow(queries: QueryClient): Promise<Device[]> {
  const now = await requestAt(listSessions);
  queries.setQueryData(devicesQuery.queryKey, now);
  return now.answer.filter(({ current }) => !current);
}

/** Signs one device out, or all but this one, and shows the remaining ones. */
export function useEndDevices(words: { done: string; failed: string }, onDone: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(which: Device | 'all others') {
      const devices = which === 'all others' ? await othersNow(queries) : [which];
      const ended = await Promise.allSettled(devices.map(({ id }) => end(id)));
      const gone = devices.filter((_, index) => ended[index]?.status === 'fulfilled').map(({ id }) => id);
      queries.setQueryData(
        devicesQuery.queryKey,
        (all) => all && { ...all, answer: all.answer.filter(({ id }) => !gone.includes(id)) },
      );
      if (gone.length < devices.length) throw new Error(words.failed);
    },
    networkMode: 'always',
    onSuccess() {
      toast.success(words.done);
      onDone();
    },
    onError: () => toast.error(words.failed),
    onSettled: () => queries.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}
