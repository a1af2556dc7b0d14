import type { SignInSettings } from '@koinonia/contracts/identity-internal.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { IdentityDatabase } from './database/schema.ts';
import type { Messenger } from '@koinonia/kit/work/messenger.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import type { Groups } from './groups.ts';
import type { OfferPicture } from './people/offer-picture.ts';
import type { DeviceSealer } from './sessions/sealed-device.ts';

/** The dependencies of this service's features. */
export interface IdentityContext {
  db: IdentityDatabase;
  bus: Bus;
  log: Logger;
  groups: Groups;
  chat: ServiceClient;
  media: ServiceClient;
  /** Tells the other services to delete a person's data. */
  farewells: Messenger;
  offerPicture: OfferPicture;
  /** Adds invited people to the groups of their invitations; waits a moment for it, and goes on later if it takes longer. */
  joinInvitedGroups: () => Promise<void>;
  adminEmails: readonly string[];
  signIn: SignInSettings;
  sealer: DeviceSealer;
  /** Signs the tokens of sessions. */
  internalSecret: string;
}
