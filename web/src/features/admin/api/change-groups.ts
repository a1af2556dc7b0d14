import { changeGroup, createGroup, deleteGroup, type Group } from '@koinonia/contracts/groups.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';
import { groupsQuery } from './groups-query.ts';

export interface GroupSettings {
  readonly name: string;
  readonly isPrivate: boolean;
}

/** The reason to show beside the field: for a name that is taken, the toast says too little. */
export const reasonOf = (error: Error | null) => (wasRefused(error, 409) ? error.message : undefined);

function useGroupChange<Input, Answer>(change: {
  make: (input: Input) => Promise<Answer>;
  /** The list of groups after the change, until it is refetched. */
  after: (groups: Group[], answer: Answer) => Group[];
  done: string;
  failed: string;
  onDone: (sent: Input) => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change.make,
    networkMode: 'always',
    onSuccess(answer, sent) {
      queries.setQueryData(groupsQuery.queryKey, (groups) => groups && change.after(groups, answer));
      // Groups appear in the list, in the filter and in the rows of people.
      void queries.invalidateQueries({ queryKey: ['admin'] });
      toast.success(change.done);
      change.onDone(sent);
    },
    onError: () => toast.error(change.failed),
  });
}

export const useCreateGroup = (onDone: (sent: GroupSettings) => void) =>
  useGroupChange({
    make: (settings: GroupSettings) => request(createGroup, { body: settings }),
    after: (groups, made) => [...groups.filter(({ id }) => id !== made.id), made],
    done: texts.groupCreated,
    failed: texts.createFailed,
    onDone,
  });

export const useSaveSettings = ({ id }: Group, onDone: (sent: Partial<GroupSettings>) => void) =>
  useGroupChange({
    make: (settings: Partial<GroupSettings>) => request(changeGroup, { params: { id }, body: settings }),
    after: (groups, changed) => groups.map((group) => (group.id === id ? changed : group)),
    done: texts.settingsSaved,
    failed: texts.settingsFailed,
    onDone,
  });

export const useDeleteGroup = ({ id }: Group, onDone: () => void) =>
  useGroupChange({
    make: () => request(deleteGroup, { params: { id } }),
    after: (groups) => groups.filter((group) => group.id !== id),
    done: texts.groupDeleted,
    failed: texts.deleteFailed,
    onDone,
  });
