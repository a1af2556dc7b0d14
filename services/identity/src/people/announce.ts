import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { presentMe } from './present.ts';

/** Tells everyone whom it concerns that a person has changed. To be called after the change is committed. */
export async function announceChange({ bus }: IdentityContext, person: PersonRow, groups: string[]): Promise<void> {
  await bus.publish('personUpdated', { me: presentMe(person, groups) });
  await bus.publish('usersChanged', {});
}

/** As `announceChange`, for changes that must not fail because the groups cannot be asked: the news is only a hint. */
export async function tryToAnnounce(context: IdentityContext, person: PersonRow): Promise<void> {
  try {
    const groups = await context.groupNamesOf([person.id]);
    await announceChange(context, person, groups.get(person.id) ?? []);
  } catch (err) {
    context.log.warn({ err }, 'a change of a person could not be announced');
  }
}
