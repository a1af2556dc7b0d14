import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { presentChange } from './present.ts';

/** Sends the events for a changed person. Must be called after the change is committed. */
export async function announceChange({ bus }: IdentityContext, person: PersonRow, groups: string[]): Promise<void> {
  await bus.publish('personUpdated', presentChange(person, groups));
  await bus.publish('usersChanged', {});
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
