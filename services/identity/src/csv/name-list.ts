/** A name in quotation marks, for it contains a separator; or a name without. */
const part = /\s*(?:"((?:[^"]|"")*)"\s*|([^;|]*))(?:[;|]|$)/gy;

/** The names in a cell, separated by semicolons or bars. */
export const namesIn = (cell: string): string[] =>
  [...cell.matchAll(part)]
    .map(([, quoted, plain = '']) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim())
    .filter(Boolean);

/** A cell in which `namesIn` finds these names. */
export const cellOfNames = (names: readonly string[]): string =>
  names.map((name) => (/[;|"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('; ');
