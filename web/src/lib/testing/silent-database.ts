import { openDB } from 'idb';

/** From now on, the database does not answer for this store, until the returned function is called. */
export async function databaseFallsSilent(name = 'koinonia', store = 'entries'): Promise<() => Promise<void>> {
  const database = await openDB(name, 1);
  const transaction = database.transaction(store, 'readwrite');
  let over = false;
  async function occupy() {
    while (!over) await transaction.store.count();
    await transaction.done;
    database.close();
  }
  const occupied = occupy();
  return () => {
    over = true;
    return occupied;
  };
}
