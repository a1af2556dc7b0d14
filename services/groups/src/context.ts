import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { GroupsDatabase } from './database/schema.ts';
import type { Messenger } from '@koinonia/kit/messenger.ts';
import type { People } from './people.ts';

/** What the features of this service work with. */
export interface GroupsContext {
  db: GroupsDatabase;
  bus: Bus;
  people: People;
  messenger: Messenger;
}
