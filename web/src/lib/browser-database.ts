import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * How to get at one of this origin's databases in the browser, which is opened once for the page, and anew after the
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
      // Another tab, with a newer version of the product, waits for it.
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
