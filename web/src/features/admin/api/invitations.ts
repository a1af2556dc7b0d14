import { invitePeople, listInvitations, withdrawInvitation, type Invitation } from '@koinonia/contracts/invitations.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request, requestPage } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { unsavedDuring } from '../../../lib/unsaved.ts';
import { pieceOf } from '../model/paging.ts';
import { invitationTexts as texts } from '../invitation-texts.ts';

interface InvitationsPage {
  readonly invitations: Invitation[];
  /** The number of invitations on all pages. */
  readonly total: number;
}

/** One page of the open invitations, counted from 0; the previous page stays on the screen until it is loaded. */
export const invitationsPageQuery = ({ search, page }: { search: string; page: number }) =>
  queryOptions({
    queryKey: ['admin', 'invitations', { search, page }] as const,
    async queryFn(): Promise<InvitationsPage> {
      const { answer, total } = await requestPage(listInvitations, { query: { search, ...pieceOf(page) } });
      return { invitations: answer, total };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The error of the list as a whole, in the server's words; undefined if the check itself did not work. */
export const faultOfList = (error: Error | null) =>
  wasRefused(error, 413) ? texts.tooLarge : wasRefused(error, 400) ? error.message : undefined;

const failed = (words: string) => (error: Error) => {
  if (faultOfList(error) === undefined) toast.error(words);
};

/** Has the server check a list line by line, without inviting anybody. */
export const useCheckList = () =>
  useMutation({
    mutationFn: (csv: string) => request(invitePeople, { body: { csv, dryRun: true } }),
    networkMode: 'always',
    onError: failed(texts.checkFailed),
  });

export function useInvite(onInvited: (sent: string, count: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (csv: string) => unsavedDuring(request(invitePeople, { body: { csv, dryRun: false } })),
    networkMode: 'always',
    onSuccess({ stored, lines }, sent) {
      if (!stored) return;
      void queries.invalidateQueries({ queryKey: ['admin'] });
      onInvited(sent, lines.filter(({ outcome }) => outcome === 'invited').length);
    },
    onError: failed(texts.failed),
  });
}

export function useWithdraw({ id }: Invitation, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request(withdrawInvitation, { params: { id } }),
    networkMode: 'always',
    onSuccess() {
      toast.success(texts.withdrawn);
      onDone();
    },
    onError: () => toast.error(texts.withdrawFailed),
    // After a failure too: it may have been used or withdrawn already.
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
