import { reportAct } from '@koinonia/contracts/audit-internal.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { type Messenger, startMessenger } from '@koinonia/kit/work/messenger.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import type { GroupsDatabase } from '../database/schema.ts';
import { deleteNews, lockOldestNews } from './queries.ts';

const tryAgainEvery = 2000;

/** Delivers stored news to identity, retrying as often as needed: a committed act must not lose its line in the audit log. */
export function startNews(options: { db: GroupsDatabase; identity: ServiceClient; log: Logger }): Messenger {
  const { db, identity, log } = options;
  return startMessenger({
    deliver: () => deliverOne(db, identity),
    every: tryAgainEvery,
    failed: 'identity could not be told of an act yet',
    log,
  });
}

/** Delivers the oldest news that no other node is delivering, and deletes it after identity has it. False when there is none. */
function deliverOne(db: GroupsDatabase, identity: ServiceClient): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const news = await lockOldestNews(trx);
    if (!news) return false;
    await identity.call(reportAct, { body: { act: news.act, people: news.people } });
    await deleteNews(trx, news.id);
    return true;
  });
}
