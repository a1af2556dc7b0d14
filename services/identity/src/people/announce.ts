import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { presentChange } from './present.ts';

/**
 * Sends the events for changed people; returns the names of their groups, or null when groups cannot be asked: then other
 * services find the change by asking who has changed. Must be called after the change is committed.
 */
export async function announce(
  { bus, groups, log }: IdentityContext,
  people: readonly PersonRow[],
): Promise<ReadonlyMap<string, string[]> | null> {
  const names = await groups.namesOf(people.map(({ id }) => id)).catch((err: unknown) => {
    log.warn({ err }, 'the groups of changed people could not be read, so their change is not announced');
    return null;
  });
  if (names) {
    for (const person of people) await bus.publish('personUpdated', presentChange(person, names.get(person.id) ?? []));
  }
  await bus.publish('usersChanged', {});
  return names;
}
