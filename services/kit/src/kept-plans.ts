import { sql } from 'kysely';

const mark = '/* plan is kept */';

/**
 * Put into a statement, has each connection keep the plan of it: where many tables are joined, making one takes longer
 * than carrying it out. For statements of a fixed text alone (each text is kept for as long as the connection), and
 * such as name every column: a kept `select *` is refused once a migration has added a column.
 */
export const keepsPlan = sql.raw(mark);

/** Texts beyond these are planned each time: a statement that was marked and is no fixed text must not fill the server. */
const keptAtMost = 50;
const names = new Map<string, string>();

/** The name by which a connection is to keep a statement; none when it is not to. */
export function nameOf(text: string): string | undefined {
  if (!text.includes(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size === keptAtMost) return known;
  const name = `kept ${names.size + 1}`;
  names.set(text, name);
  return name;
}
