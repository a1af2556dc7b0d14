import pg from 'pg';
import { type DatabaseAbout, fullName, type TableAbout } from './format.ts';

type Content = Pick<DatabaseAbout, 'tables' | 'sequences'>;

export const identifier = ({ schema, name }: { schema: string; name: string }) =>
  `${schema}.${pg.escapeIdentifier(name)}`;

/**
 * Compares what is in a backup with what the migrations have made. Somebody else, such as a reporting tool, may have put a
 * table into one of our schemas, or a column into one of our tables.
 */
export function withoutStrangers(about: Content, made: Content) {
  const columnsOf = new Map(made.tables.map((table) => [fullName(table), table.columns]));
  const tables = about.tables.filter((table) => columnsOf.has(fullName(table)));
  const isMade = new Set(made.sequences.map(fullName));
  return {
    tables,
    sequences: about.sequences.filter((sequence) => isMade.has(fullName(sequence))),
    strangeTables: about.tables.map(fullName).filter((table) => !columnsOf.has(table)),
    strangeColumns: tables.flatMap((table) => {
      const known = new Set(columnsOf.get(fullName(table)));
      return table.columns.filter((column) => !known.has(column)).map((column) => ({ table, column }));
    }),
  };
}

type StrangeColumn = { readonly table: TableAbout; readonly column: string };

/** Rows can only be copied with all of their columns, so foreign columns exist until the rows are there. */
export async function addColumns(client: pg.Client, columns: readonly StrangeColumn[]): Promise<void> {
  for (const { table, column } of columns)
    await client.query(`alter table ${identifier(table)} add column ${pg.escapeIdentifier(column)} text`);
}

export async function dropColumns(client: pg.Client, columns: readonly StrangeColumn[]): Promise<void> {
  for (const { table, column } of columns)
    await client.query(`alter table ${identifier(table)} drop column ${pg.escapeIdentifier(column)}`);
}
