import { forgetPersonInChats } from '@koinonia/contracts/chat-internal.ts';
import { forgetUploadsOf } from '@koinonia/contracts/media-internal.ts';
import { type Messenger, startMessenger } from '@koinonia/kit/work/messenger.ts';
import type { IdentityContext } from '../context.ts';
import type { FarewellService, IdentityDatabase } from '../database/schema.ts';
import { noAnswer } from '../no-answer.ts';
import { deleteFarewell, type Farewell, lockDue, postpone } from './queries.ts';

const lookEvery = 3000;
/** Seconds. A service that is away must not delay the calls to the others. */
const afterFailure = 10;
/**
 * Seconds. What had begun when the person was deleted has ended by then. An upload can take hours, but it is refused at its
 * end when its sender has no access any more.
 */
const untilNextRound = 15 * 60;

type Dependencies = Pick<IdentityContext, 'db' | 'groups' | 'chat' | 'media' | 'log'>;

/** Makes every service delete a person's data, retrying after outages and crashes as often as needed. */
export function startFarewells(dependencies: Dependencies): Messenger {
  return startMessenger({
    deliver: () => deliverOne(dependencies),
    every: lookEvery,
    failed: 'the pending deletions could not be read',
    log: dependencies.log,
  });
}

/** False when nothing is due. */
function deliverOne(dependencies: Dependencies): Promise<boolean> {
  return dependencies.db.transaction().execute(async (trx) => {
    const due = await lockDue(trx);
    if (!due) return false;
    const { person_id: person, service } = due;
    try {
      if (await Promise.race([tell[service](dependencies, person), noAnswer()])) await endRound(trx, due);
    } catch (err) {
      dependencies.log.warn({ err, person, service }, 'a service could not be told of a deletion yet');
      await postpone(trx, due, afterFailure);
    }
    return true;
  });
}

async function endRound(trx: IdentityDatabase, farewell: Farewell): Promise<void> {
  const rounds = farewell.rounds - 1;
  await (rounds > 0 ? postpone(trx, { ...farewell, rounds }, untilNextRound) : deleteFarewell(trx, farewell));
}

/** Each returns false when the service has more to delete. */
const tell: Readonly<Record<FarewellService, (services: Dependencies, id: string) => Promise<boolean>>> = {
  chat: async ({ chat }, id) => (await chat.call(forgetPersonInChats, { params: { id } })).done,
  media: async ({ media }, id) => {
    await media.call(forgetUploadsOf, { params: { id } });
    return true;
  },
  groups: async ({ groups }, id) => {
    await groups.leaveAll(id);
    return true;
  },
};
