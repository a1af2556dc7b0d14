import { z } from 'zod';
import { Id, Instant } from './common.ts';
import { Me } from './identity.ts';

/**
 * Events between services, by topic, sent after the change is committed. The bus may lose any of them:
 * a service that must know for certain asks the owner from time to time.
 */
export const busEvents = {
  /** These sessions ended, or these people were deactivated: all their access ends. */
  accessEnded: z.object({ sessions: z.array(Id), people: z.array(Id) }),
  /** `changedAt` is the one of `listChanges`, for services that also use that call. */
  personUpdated: z.object({ me: Me, changedAt: Instant }),
  /** What admins see in their console may have changed: people, invitations, requests for deletion, the log. */
  usersChanged: z.object({}),
  /** The groups of the staff may have changed: which there are, or their names. */
  groupsChanged: z.object({}),
  /** A chat was created, or its name, picture or members changed. For the other chat nodes: `node` has told its own sockets. */
  chatChanged: z.object({
    chatId: Id,
    joined: z.array(Id),
    left: z.array(Id),
    beforeLines: z.boolean().optional(),
    node: Id,
  }),
  /** Everyone who has a socket at this chat node and shows it. A node without an event for a minute is considered gone. */
  peopleHere: z.object({ node: Id, people: z.array(Id) }),
  /** A person changed what they show of themselves in chats. */
  chatSettingsChanged: z.object({ uid: Id }),
} as const;

export type BusTopic = keyof typeof busEvents;
export type BusEvent<Topic extends BusTopic> = z.infer<(typeof busEvents)[Topic]>;
