import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { presentChange } from './present.ts';

/**
 * Sends the events for a changed person, with their groups, which it returns. Must be called after the change is committed.
 * The groups are asked for again, because they may have changed while the change waited; if that fails, they are `groupsBefore`.
 */
export async function announceChange(
  { bus, groups }: IdentityContext,
  person: PersonRow,
  groupsBefore: string[],
): Promise<string[]> {
  const names = await groups.namesOfOne(person.id).catch(() => groupsBefore);
  await bus.publish('personUpdated', presentChange(person, names));
  await bus.publish('usersChanged', {});
  return names;
}

/** As `announceChange`, for changes that must succeed even if groups cannot be asked: the event is only a hint. */
export const tryToAnnounce = (context: IdentityContext, person: PersonRow) => tryToAnnounceAll(context, [person]);

export async function tryToAnnounceAll(context: IdentityContext, people: readonly PersonRow[]): Promise<void> {
  try {
    const groups = await context.groups.namesOf(people.map(({ id }) => id));
    for (const person of people) {
      await context.bus.publish('personUpdated', presentChange(person, groups.get(person.id) ?? []));
    }
    await context.bus.publish('usersChanged', {});
  } catch (err) {
    context.log.warn({ err }, 'a change of people could not be announced');
  }
}
