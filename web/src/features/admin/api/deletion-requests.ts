import { deletePerson } from '@koinonia/contracts/identity.ts';
import { declineDeletion, listDeletionRequests, type PersonToDelete } from '@koinonia/contracts/own-data.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { deletionTexts as texts } from '../deletion-texts.ts';

/** People who ask for the deletion of their data, the longest wait first. */
export const deletionRequestsQuery = queryOptions<PersonToDelete[]>({
  queryKey: ['admin', 'deletion-requests'],
  queryFn: () => request(listDeletionRequests),
  staleTime: 0,
});

/** Carries a request out, or declines it. */
export function useAnswerDeletion({ uid }: PersonToDelete, answer: 'delete' | 'decline', onDone: () => void) {
  const queries = useQueryClient();
  const words = texts.answers[answer];
  return useMutation({
    mutationFn: () =>
      answer === 'delete'
        ? request(deletePerson, { params: { id: uid }, query: { requested: 'true' } })
        : request(declineDeletion, { params: { id: uid } }),
    networkMode: 'always',
    onSuccess() {
      toast.success(words.done);
      onDone();
    },
    onError(error) {
      // The reason, where the admin would wonder: the last admin stays, nobody deletes themselves, a request may be withdrawn.
      toast.error(wasRefused(error, 403, 409) ? `${words.failed} ${error.message}` : words.failed);
    },
    // After a failure too: the request may have been withdrawn meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
