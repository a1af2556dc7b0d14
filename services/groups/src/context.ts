import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { GroupsDatabase } from './database/schema.ts';
import type { Messenger } from '@koinonia/kit/work/messenger.ts';
import type { People } from './people.ts';

/** The dependencies of this service's features. */
export interface GroupsContext {
  db: GroupsDatabase;
  bus: Bus;
  people: People;
  messenger: Messenger;
}
