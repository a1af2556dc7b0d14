import { setTimeout as wait } from 'node:timers/promises';
import type { Messenger } from '@koinonia/kit/work/messenger.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat } from '@koinonia/kit/work/repeat.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { lockWork } from '../lock-work.ts';
import * as queries from './queries.ts';

/** Right after a start everybody comes back at once. */
const hourly = { first: 300_000, every: 3_600_000 };
const atOnce = 200;
/** Ms of pause for each ms of work: sends have priority. */
const pausePerWork = 3;

interface Dependencies {
  db: ChatDatabase;
  withdrawals: Pick<Messenger, 'go'>;
  log: Logger;
}

/** Deletes every hour what nobody can see any more. */
export const startDeletingUnseen = (dependencies: Dependencies) =>
  repeat((closing) => deleteUnseen(dependencies, closing), {
    ...hourly,
    log: dependencies.log,
    failed: 'what nobody sees any more could not be deleted',
  });

/**
 * Deletes the messages that all members of their chat have deleted for themselves, or never saw, and the groups that everybody
 * has left. What nobody sees, nobody will see again: `visible_after_seq` only grows, and anyone who joins a chat starts after
 * its last position. Rejects after the current step when `closing` is aborted.
 */
export async function deleteUnseen({ db, withdrawals, log }: Dependencies, closing?: AbortSignal): Promise<void> {
  let [messages, chats] = [0, 0];
  for (const unseen of await queries.selectUnseen(db).execute()) {
    for (let deleted = atOnce; deleted === atOnce; messages += deleted) {
      deleted = await inTurn(db, (trx) => queries.deleteSome(trx, unseen, atOnce), closing);
      withdrawals.go();
    }
  }
  for (const { id } of await queries.selectDeserted(db).execute()) {
    chats += await inTurn(db, (trx) => queries.deleteChat(trx, id), closing);
  }
  if (messages + chats > 0) log.info({ messages, chats }, 'what nobody could see any more was deleted');
}

/** A short transaction, so that nobody waits for long; what another node is deleting is left to it. */
async function inTurn(
  db: ChatDatabase,
  work: (trx: ChatDatabase) => Promise<number>,
  closing?: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const deleted = await db
    .transaction()
    .execute(async (trx) => ((await lockWork(trx, 'koinonia chat unseen')) ? work(trx) : 0));
  await wait((performance.now() - startedAt) * pausePerWork, null, { signal: closing });
  return deleted;
}
