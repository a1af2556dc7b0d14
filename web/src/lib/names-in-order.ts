const { compare } = new Intl.Collator();

/** The order of two names in a list, by the rules of the device: names are not in the page's language. */
export const inOrder = compare;

/** The same for what has a name. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }) => compare(a.name, b.name);
