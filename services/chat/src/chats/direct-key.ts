/** What a direct chat is unique by: its two people, in either order. */
export const directKeyOf = (members: readonly string[]): string => members.toSorted().join(' ');
