import pg, { type ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';
import { type DatabaseAbout, fullName, type TableAbout } from './format.ts';
import { migrationTables, parts } from './parts.ts';

const schemas = Object.keys(parts);

/** Describes the services' schemas on this connection, at this moment. */
export async function describeDatabase(client: ClientBase): Promise<DatabaseAbout> {
  const migrations: DatabaseAbout['migrations'] = {};
  for (const schema of schemas) migrations[schema] = await migrationsOf(client, schema);
  return { migrations, ...(await describeContent(client)) };
}

/** The tables and sequences in these schemas. */
export async function describeContent(client: ClientBase): Promise<Pick<DatabaseAbout, 'tables' | 'sequences'>> {
  return { tables: await tablesOf(client), sequences: await sequencesOf(client) };
}

async function migrationsOf(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ there: string | null }>('select to_regclass($1) as there', [
    `${schema}.kysely_migration`,
  ]);
  if (!rows[0]?.there) {
    throw new BackupError(`There is nothing to back up: the database has no ${schema}. Has the product run on it yet?`);
  }
  const seen = await client.query<{ name: string }>(`select name from ${schema}.kysely_migration order by name`);
  return seen.rows.map(({ name }) => name);
}

/** Generated columns are left out: COPY does not accept them. */
async function tablesOf(client: ClientBase): Promise<TableAbout[]> {
  const { rows } = await client.query<TableAbout>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any ($1)
     group by n.nspname, c.relname
     order by n.nspname, c.relname`,
    [schemas],
  );
  const tables = rows.filter(({ name }) => !migrationTables.has(name));
  return inOrder(tables, await referencesOf(client));
}

/** The order for filling tables: a table comes after those that it refers to. */
async function referencesOf(client: ClientBase): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select fn.nspname || '.' || f.relname as "from", tn.nspname || '.' || t.relname as "to"
     from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
     join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
     where k.contype = 'f' and k.conrelid <> k.confrelid and fn.nspname = any ($1)`,
    [schemas],
  );
  return rows;
}

function inOrder(tables: readonly TableAbout[], references: readonly { from: string; to: string }[]): TableAbout[] {
  const ordered: TableAbout[] = [];
  const done = new Set<string>();
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      (table) =>
        !done.has(fullName(table)) && references.every(({ from, to }) => from !== fullName(table) || done.has(to)),
    );
    if (ready.length === 0) throw new Error('tables refer to one another in a circle');
    for (const table of ready) {
      done.add(fullName(table));
      ordered.push(table);
    }
  }
  return ordered;
}

async function sequencesOf(client: ClientBase): Promise<DatabaseAbout['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any ($1) order by 1, 2`,
    [schemas],
  );
  const sequences: DatabaseAbout['sequences'] = [];
  for (const { schema, name } of rows) {
    const state = await client.query<{ last: number; called: boolean }>(
      `select last_value::float8 as last, is_called as called from ${schema}.${pg.escapeIdentifier(name)}`,
    );
    sequences.push({ schema, name, ...state.rows[0]! });
  }
  return sequences;
}
