import { z } from 'zod';
import { Id, Instant } from './common.ts';
import { Me } from './identity.ts';

/**
 * What services tell one another, by topic, after the change is committed. The bus may lose any of it:
 * whoever must know for certain asks the owner now and then.
 */
export const busEvents = {
  /** These sessions ended, or these people were deactivated: nothing of theirs goes on. */
  accessEnded: z.object({ sessions: z.array(Id), people: z.array(Id) }),
  /** `changedAt` is that of `listChanges`, for whoever also looks there. */
  personUpdated: z.object({ me: Me, changedAt: Instant.optional() }),
  usersChanged: z.object({}),
  groupsChanged: z.object({}),
  /** A chat began, was renamed, or its members changed. For the other chat nodes: `node` has told its own sockets. */
  chatChanged: z.object({ chatId: Id, joined: z.array(Id), left: z.array(Id), node: Id }),
  /** Everyone who has a socket at this chat node and shows it. A node that says nothing for a minute is gone. */
  peopleHere: z.object({ node: Id, people: z.array(Id) }),
  /** Somebody chose anew what they show of themselves in chats. */
  chatSettingsChanged: z.object({ uid: Id }),
} as const;

export type BusTopic = keyof typeof busEvents;
export type BusEvent<Topic extends BusTopic> = z.infer<(typeof busEvents)[Topic]>;
