import { useIsInputKept, useKeptInput } from '../../../lib/use-kept-input.ts';

const name = 'invitations';

/** Whether a list of people to invite is begun and not sent yet. */
export const useIsListBegun = () => useIsInputKept(name);

export const useListToInvite = () => useKeptInput(name);
