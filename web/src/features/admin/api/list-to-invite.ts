import { useKeptInput } from '../../../lib/use-kept-input.ts';

/** The list of people to invite that is begun and not sent yet. */
export const useListToInvite = () => useKeptInput('invitations');
