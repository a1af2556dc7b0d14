import type { Logger } from '@koinonia/kit/log.ts';
import type { Attachments } from '../attachments.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { deleteWithdrawals, lockWithdrawals } from './queries.ts';

const tryAgainEvery = 5000;
const atOnce = 200;

/** Tells media which files no message names any more, as often as it takes: what was deleted must not stay readable. */
export interface WithdrawalMessenger {
  /** Goes now, or once more when it is on its way. Nobody needs to wait for it. */
  go(): void;
  close(): Promise<void>;
}

export function startWithdrawals(options: { db: ChatDatabase; attachments: Attachments; log: Logger }) {
  const { db, attachments, log } = options;
  let isWanted = false;
  let underWay: Promise<void> | null = null;

  async function deliverAll(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      try {
        while (await deliverSome(db, attachments));
      } catch (err) {
        log.warn({ err }, 'media could not be told of files that nobody needs; it will be');
      }
    }
  }

  function go() {
    isWanted = true;
    underWay ??= deliverAll().finally(() => (underWay = null));
  }

  const timer = setInterval(go, tryAgainEvery);
  timer.unref();
  go();
  return {
    go,
    async close() {
      clearInterval(timer);
      await underWay;
    },
  } satisfies WithdrawalMessenger;
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
