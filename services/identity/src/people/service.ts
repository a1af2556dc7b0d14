import type { BodyOf } from '@koinonia/contracts/call.ts';
import { isVisible, tidyName } from '@koinonia/contracts/common.ts';
import type { Me, updateProfile } from '@koinonia/contracts/identity.ts';
import { invalid, notFound } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import { personCalling } from '../access.ts';
import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { announce } from './announce.ts';
import { presentMe } from './present.ts';
import { selectPerson, updatePerson } from './queries.ts';
import { texts } from '../texts.ts';

export async function meOf(context: IdentityContext, caller: PersonCaller): Promise<Me> {
  const person = await personCalling(context.db, caller);
  return presentMe(person, await context.groups.namesOfOne(person.id));
}

/** A colleague by id, including people who have left: their messages still show the name. */
export async function personById({ db }: IdentityContext, uid: string): Promise<PersonRow> {
  const person = await selectPerson(db, uid);
  if (!person) throw notFound('person');
  return person;
}

export async function changeProfile(
  context: IdentityContext,
  caller: PersonCaller,
  profile: BodyOf<typeof updateProfile>,
): Promise<Me> {
  const displayName = profile.displayName === undefined ? undefined : tidyName(profile.displayName);
  if (displayName !== undefined && !isVisible(displayName)) throw invalid(texts.emptyName);
  const change = {
    display_name: displayName,
    phone: profile.phone,
    theme: profile.theme,
  };
  const before = await personCalling(context.db, caller);
  // Groups first, so that a 503 means that nothing has changed.
  const groups = await context.groups.namesOfOne(before.id);
  if (Object.values(change).every((value) => value === undefined)) return presentMe(before, groups);
  const after = await updatePerson(context.db, before.id, change);
  return presentMe(after, (await announce(context, [after]))?.get(after.id) ?? groups);
}
