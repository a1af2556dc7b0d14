import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { setPhoto } from '@koinonia/contracts/identity-internal.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import type { IdentityContext } from '../context.ts';
import { announce } from './announce.ts';
import { selectPresentPerson, updatePhoto } from './queries.ts';

/** Sets a person's photo, which media stores. */
export async function givePhoto(context: IdentityContext, uid: string, photo: BodyOf<typeof setPhoto>): Promise<void> {
  const updated = await updatePhoto(context.db, uid, photo.photoURL, photo.unlessSet ?? false);
  if (updated) await announce(context, [updated]);
  else if (!(await selectPresentPerson(context.db, uid))) throw notFound('person');
}
