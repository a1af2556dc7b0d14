/** SQL that removes, renames or forbids something that the previous version still uses. */
const breaking: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops something', /\bdrop\s+(table|column|function|view|type|schema|index|constraint|trigger)\b/],
  ['renames something', /\brename\b/],
  ['changes a column', /\balter\s+column\b/],
  ['adds a rule to what is there', /\badd\s+constraint\b/],
  [
    'adds a column that the version before does not fill',
    /\badd\s+column\s+(?:(?!\bdefault\b)[^,`])*\bnot\s+null\b(?![^,`]*\bdefault\b)/,
  ],
];

/** The parts of a migration that may break nodes of the previous version; empty when it only adds. */
export function breakingChanges(source: string): string[] {
  const sql = source
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/--.*$/gm, '')
    .toLowerCase();
  return breaking.filter(([, pattern]) => pattern.test(sql)).map(([what]) => what);
}
