import { sql } from 'kysely';

const mark = '/* plan is kept */';

/**
 * A marker in a statement: each connection then keeps the statement's plan. Where many tables are joined, planning takes
 * longer than running. Only for statements with a fixed text (each text is kept as long as the connection) that name every
 * column: a kept `select *` is refused once a migration has added a column.
 */
export const keepsPlan = sql.raw(mark);

/** Texts beyond these are planned each time: a marked statement whose text varies must not fill the server's memory. */
const keptAtMost = 50;
const names = new Map<string, string>();

/** The name under which a connection keeps a statement; undefined when it is not kept. */
export function planName(text: string): string | undefined {
  if (!text.includes(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size === keptAtMost) return known;
  const name = `kept ${names.size + 1}`;
  names.set(text, name);
  return name;
}
