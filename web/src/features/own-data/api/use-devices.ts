import { endSessionById, listSessions, type Device } from '@koinonia/contracts/identity.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request, requestAt } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';

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

/** A session that is already gone counts as ended. */
async function end(id: string): Promise<void> {
  try {
    await request(endSessionById, { params: { id } });
  } catch (error) {
    if (!wasRefused(error, 404)) throw error;
  }
}

/** Signs other devices out, one or several, and shows the remaining ones. */
export function useEndDevices(words: { done: string; failed: string }, onDone: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(devices: readonly Device[]) {
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

export const wordsForOne = (device: Device) => ({ done: texts.deviceEnded(device.device), failed: texts.endFailed });
