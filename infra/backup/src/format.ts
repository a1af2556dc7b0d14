import { z } from 'zod';

/**
 * The format of a backup: a tar archive, compressed by gzip, and encrypted by age when there is a key. Its entries, in order:
 *
 * - `koinonia.json`: marks the file as a backup (`About`)
 * - `files/<name>`: files of the store, with their content type in the pax header `KOINONIA.type`
 * - `database.json`: the structure of the database (`DatabaseAbout`)
 * - `database/<schema>.<table>/<n>`: the rows, in PostgreSQL's COPY text format, cut into pieces
 * - more `files/<name>`: files that were stored while the rest was read, or could not be read before
 * - `end.json`: the amounts, and the files that are missing because they cannot be read (`End`). An archive without it is
 *   incomplete. A missing file may have an entry all the same: zeros follow what could be read of it.
 */
export const formatVersion = 1;

export const entryNames = { about: 'koinonia.json', database: 'database.json', end: 'end.json' } as const;
export const filePrefix = 'files/';
export const rowsPrefix = 'database/';
export const typeHeader = 'KOINONIA.type';

export const About = z.object({ format: z.number(), madeAt: z.string() });
export type About = z.infer<typeof About>;

export const DatabaseAbout = z.object({
  /** Names of the migrations that made each schema, in order. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** In an order in which all referenced rows come first. */
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.number(), called: z.boolean() })),
});
export type DatabaseAbout = z.infer<typeof DatabaseAbout>;
export type TableAbout = DatabaseAbout['tables'][number];

export const End = z.object({
  rows: z.record(z.string(), z.number()),
  /** Without those that are missing. */
  files: z.number(),
  bytes: z.number(),
  /** Absent from older archives. */
  missing: z.array(z.object({ name: z.string(), reason: z.string() })).default([]),
});
export type End = z.infer<typeof End>;

export const fullName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
