import { changeGroup, createGroup, deleteGroup, type Group } from '@koinonia/contracts/groups.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { unlessGone, wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';
import { groupsQuery } from './groups-query.ts';
import { peoplePagesKey, type PeoplePage } from './people-page.ts';

export interface GroupSettings {
  readonly name: string;
  readonly isPrivate: boolean;
}

interface Attempt {
  readonly error: Error | null;
  readonly variables: Partial<GroupSettings> | undefined;
}

/** The server's reason to show beside a field, only while it holds the name that was refused: there, the toast says too little. */
export const reasonBeside = ({ error, variables }: Attempt, name: string) =>
  variables?.name === name.trim() && wasRefused(error, 409) ? error.message : undefined;

function useGroupChange<Input, Answer>(change: {
  make: (input: Input) => Promise<Answer>;
  /** The list of groups after the change, until it is refetched. */
  after: (groups: Group[], answer: Answer) => Group[];
  done: string;
  failed: string;
  onDone?: (sent: Input) => void;
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
      change.onDone?.(sent);
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

export function useSaveSettings({ id }: Group, onDone: (sent: Partial<GroupSettings>) => void) {
  const queries = useQueryClient();
  return useGroupChange({
    make: (settings: Partial<GroupSettings>) => request(changeGroup, { params: { id }, body: settings }),
    after(groups, changed) {
      const before = groups.find((group) => group.id === id);
      if (before) renameInRows(queries, before.name, changed.name);
      return groups.map((group) => (group.id === id ? changed : group));
    },
    done: texts.settingsSaved,
    failed: texts.settingsFailed,
    onDone,
  });
}

/** People hold their groups by name: until they are refetched, nobody would be in the renamed group. */
function renameInRows(queries: QueryClient, before: string, after: string): void {
  queries.setQueriesData<PeoplePage>({ queryKey: peoplePagesKey }, (page) => {
    const renamed = page?.people.map((person) => ({
      ...person,
      ...(person.groups && { groups: person.groups.map((name) => (name === before ? after : name)) }),
    }));
    return page && renamed && { ...page, people: renamed };
  });
}

export const useDeleteGroup = ({ id }: Group) =>
  useGroupChange({
    make: () => unlessGone(request(deleteGroup, { params: { id } })),
    after: (groups) => groups.filter((group) => group.id !== id),
    done: texts.groupDeleted,
    failed: texts.deleteFailed,
  });
