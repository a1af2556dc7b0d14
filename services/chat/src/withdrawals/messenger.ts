import type { Logger } from '@koinonia/kit/observing/log.ts';
import { type Messenger, startMessenger } from '@koinonia/kit/work/messenger.ts';
import type { Attachments } from '../attachments.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { deleteWithdrawals, lockWithdrawals } from './queries.ts';

const tryAgainEvery = 5000;
/** This many addresses fit into one call to media, however long the names of the files are. */
const atOnce = 100;

/** Tells media which files no message names any more, with retries: deleted files must not stay readable. */
export function startWithdrawals(options: { db: ChatDatabase; attachments: Attachments; log: Logger }): Messenger {
  const { db, attachments, log } = options;
  return startMessenger({
    deliver: () => deliverSome(db, attachments),
    every: tryAgainEvery,
    failed: 'media could not be told of files that nobody needs; it will be',
    log,
  });
}

/** Delivers addresses that no other node is delivering; deletes them after media has them. False when there are none. */
function deliverSome(db: ChatDatabase, attachments: Attachments): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const urls = await lockWithdrawals(trx, atOnce);
    if (urls.length === 0) return false;
    await attachments.withdraw(urls);
    await deleteWithdrawals(trx, urls);
    return true;
  });
}
