import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { presentMe } from './present.ts';

/** Tells everyone whom it concerns that a person has changed. To be called after the change is committed. */
export async function announceChange({ bus }: IdentityContext, person: PersonRow, groups: string[]): Promise<void> {
  await bus.publish('personUpdated', { me: presentMe(person, groups) });
  await bus.publish('usersChanged', {});
}
