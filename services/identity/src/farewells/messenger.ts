import { setTimeout as wait } from 'node:timers/promises';
import { forgetPersonInChats } from '@koinonia/contracts/chat-internal.ts';
import { forgetUploadsOf } from '@koinonia/contracts/media.ts';
import { unavailable } from '@koinonia/kit/errors.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { type Messenger, startMessenger } from '@koinonia/kit/messenger.ts';
import type { ServiceClient } from '@koinonia/kit/service-client.ts';
import type { FarewellService, IdentityDatabase } from '../database/schema.ts';
import type { Groups } from '../groups.ts';
import { countRound, lockDue, postpone } from './queries.ts';

const lookEvery = 3000;
/** Ms. Nodes that hang one after another may take longer than PostgreSQL keeps an idle transaction, which is 10 s. */
const patience = 8000;
/** Seconds. A service that is away must not delay the calls to the others. */
const afterFailure = 10;
/** Seconds. Longer than the slowest upload that had begun when its sender was deleted. */
const untilNextRound = 15 * 60;

interface Dependencies {
  db: IdentityDatabase;
  groups: Groups;
  chat: ServiceClient;
  media: ServiceClient;
  log: Logger;
}

/** Makes every service delete a person's data, retrying after outages and crashes as often as needed. */
export function startFarewells(dependencies: Dependencies): Messenger {
  return startMessenger({
    deliver: () => deliverOne(dependencies),
    every: lookEvery,
    failed: 'who is to be told of a deletion could not be read',
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
      if (await Promise.race([tell(dependencies, service, person), noAnswer()])) {
        await countRound(trx, due);
        await postpone(trx, due, untilNextRound);
      }
    } catch (err) {
      dependencies.log.warn({ err, person, service }, 'a service could not be told of a deletion; it will be');
      await postpone(trx, due, afterFailure);
    }
    return true;
  });
}

async function noAnswer(): Promise<never> {
  await wait(patience, undefined, { ref: false });
  throw unavailable('no node answered in time');
}

/** False when the service has more to delete. */
async function tell({ groups, chat, media }: Dependencies, service: FarewellService, id: string): Promise<boolean> {
  if (service === 'chat') return (await chat.call(forgetPersonInChats, { params: { id } })).done;
  if (service === 'media') await media.call(forgetUploadsOf, { params: { id } });
  else await groups.leaveAll(id);
  return true;
}
