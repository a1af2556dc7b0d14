import { changeChatSettings, getChatSettings, type ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { toast } from '../../../lib/toast.ts';
import { presenceSettingsTexts } from '../presence-settings-texts.ts';

const settingsQuery = queryOptions<ChatSettings>({
  queryKey: ['chat-settings'] as const,
  queryFn: () => request(getChatSettings),
  staleTime: 0,
});

/** What this person shows of themselves in chat: as the server has it, and over it what is being saved. */
export function useChatSettings() {
  const queries = useQueryClient();
  const query = useQuery(settingsQuery);
  const { data, refetch } = query;
  const { queryKey } = settingsQuery;
  const { mutate } = useMutation({
    mutationKey: queryKey,
    networkMode: 'always',
    // One after the other, so that the last choice wins.
    scope: { id: 'chat-settings' },
    mutationFn: (change: Partial<ChatSettings>) => request(changeChatSettings, { body: change }),
    async onSuccess(saved) {
      // What was asked before does not include it.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, saved);
    },
    onError: () => toast.error(presenceSettingsTexts.settingsFailed),
    onSettled() {
      // Not waited for: without a network, that would last until there is one.
      if (queries.isMutating({ mutationKey: queryKey }) === 1) void queries.invalidateQueries({ queryKey });
    },
  });
  const beingSaved = useMutationState({
    filters: { mutationKey: queryKey, status: 'pending' },
    select: ({ state }) => state.variables as Partial<ChatSettings>,
  });
  const settings = data && beingSaved.reduce<ChatSettings>((all, change) => ({ ...all, ...change }), data);
  return { settings, failed: hasFailed(query), retry: () => refetch(), change: mutate };
}
