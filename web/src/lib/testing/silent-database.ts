import { openDB } from 'idb';

/** From now on the database answers nobody who needs this store of it, until it is let go by what this returns. */
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
