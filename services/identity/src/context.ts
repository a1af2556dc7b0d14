import type { SignInSettings } from '@koinonia/contracts/identity-internal.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import type { IdentityDatabase } from './database/schema.ts';
import type { Messenger } from '@koinonia/kit/messenger.ts';
import type { Groups } from './groups.ts';
import type { OfferPicture } from './people/offer-picture.ts';

/** What the features of this service work with. */
export interface IdentityContext {
  db: IdentityDatabase;
  bus: Bus;
  log: Logger;
  groups: Groups;
  /** Tells the other services of whose data was deleted. */
  farewells: Messenger;
  offerPicture: OfferPicture;
  /** Brings those who were invited into the groups that await them; what fails now is tried again later. */
  joinInvitedGroups: () => Promise<void>;
  adminEmails: readonly string[];
  signIn: SignInSettings;
}
