import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * Returns a function that opens one of this origin's databases in the browser: once for the page, and again after the
 * browser has closed it. It throws where the browser keeps nothing. `create` makes the stores of version 1.
 */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => void (opening = undefined);
  return () => {
    opening ??= openDB<Schema>(name, 1, {
      upgrade: create,
      // Another tab with a newer version of the product waits until this one closes the database.
      blocking: (_, __, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };
}
