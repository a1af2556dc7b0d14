import type { Logger } from '@koinonia/kit/log.ts';
import { type Messenger, startMessenger } from '@koinonia/kit/messenger.ts';
import type { Attachments } from '../attachments.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { deleteWithdrawals, lockWithdrawals } from './queries.ts';

const tryAgainEvery = 5000;
const atOnce = 200;

/** Tells media which files no message names any more, as often as it takes: what was deleted must not stay readable. */
export function startWithdrawals(options: { db: ChatDatabase; attachments: Attachments; log: Logger }): Messenger {
  const { db, attachments, log } = options;
  return startMessenger({
    deliver: () => deliverSome(db, attachments),
    every: tryAgainEvery,
    failed: 'media could not be told of files that nobody needs; it will be',
    log,
  });
}

/** Those that no other node is carrying; they are forgotten only when media has them. False when there are none. */
function deliverSome(db: ChatDatabase, attachments: Attachments): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const urls = await lockWithdrawals(trx, atOnce);
    if (urls.length === 0) return false;
    await attachments.withdraw(urls);
    await deleteWithdrawals(trx, urls);
    return true;
  });
}
