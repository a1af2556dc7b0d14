import { changeChatSettings, getChatSettings, type ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { toast } from '../../../lib/toast.ts';
import { presenceTexts } from '../presence-texts.ts';

const settingsQuery = queryOptions<ChatSettings>({
  queryKey: ['chat-settings'] as const,
  queryFn: () => request(getChatSettings),
  staleTime: 0,
});

/** What this person shows of themselves in chat. A change is optimistic: shown at once, and undone if saving fails. */
export function useChatSettings() {
  const queries = useQueryClient();
  const query = useQuery(settingsQuery);
  const { data, refetch } = query;
  const { mutate } = useMutation({
    mutationKey: settingsQuery.queryKey,
    networkMode: 'always',
    // One after the other, so that the last choice wins.
    scope: { id: 'chat-settings' },
    mutationFn: (change: Partial<ChatSettings>) => request(changeChatSettings, { body: change }),
    async onMutate(change) {
      await queries.cancelQueries({ queryKey: settingsQuery.queryKey });
      const before = queries.getQueryData(settingsQuery.queryKey);
      queries.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, ...change });
      return before;
    },
    onError(_error, change, before) {
      // Without a network, the settings are not asked for again below.
      const undone = (settings: ChatSettings) => ({
        typing: change.typing === undefined ? settings.typing : (before?.typing ?? settings.typing),
        presence: change.presence === undefined ? settings.presence : (before?.presence ?? settings.presence),
      });
      queries.setQueryData(settingsQuery.queryKey, (settings) => settings && undone(settings));
      toast.error(presenceTexts.settingsFailed);
    },
    async onSettled() {
      // An answer between two changes does not include the second, and would turn its switch back for a moment.
      const isLast = queries.isMutating({ mutationKey: settingsQuery.queryKey }) === 1;
      if (isLast) await queries.invalidateQueries({ queryKey: settingsQuery.queryKey });
    },
  });
  return { settings: data, failed: hasFailed(query), retry: () => void refetch(), change: mutate };
}
