import type { ListedPerson } from '@koinonia/contracts/identity.ts';

/** What a page calls a person: whoever has no name yet by their e-mail address. */
export const shownName = ({ displayName, email }: Pick<ListedPerson, 'displayName' | 'email'>) => displayName || email;
