import type { AnswerOf } from '@koinonia/contracts/call.ts';
import type { AuditFilter, listAudit, verifyAudit } from '@koinonia/contracts/audit.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { actAsAdmin, adminCalling } from '../access.ts';
import type { IdentityContext } from '../context.ts';
import { byteOrderMark, csvRows } from '../csv/write-csv.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { chainBegins, hashOfLine } from './chain.ts';
import { csvCells, csvHeadings, presentLine } from './present.ts';
import { countLines, selectHead, selectLines, selectLinesAfter } from './queries.ts';
import { record } from './record.ts';

const atOnce = 1000;

export async function auditFor(
  { db }: IdentityContext,
  actor: Actor,
  { before, limit, ...filter }: AuditFilter & { before?: number | undefined; limit: number },
): Promise<AnswerOf<typeof listAudit>> {
  await adminCalling(db, actor);
  const [lines, total] = await Promise.all([selectLines(db, filter, { before, limit }), countLines(db, filter)]);
  return { entries: lines.map(presentLine), total };
}

/** The lines as CSV, in pieces. The export itself is recorded too. */
export async function auditAsCsv({ db, bus }: IdentityContext, actor: Actor, filter: AuditFilter) {
  await actAsAdmin(db, actor, (trx) => record(trx, actor, { act: 'audit.exported' }));
  // Other admins see the log.
  await bus.publish('usersChanged', {});
  return piecesOf(db, filter);
}

async function* piecesOf(db: IdentityDatabase, filter: AuditFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvRows([csvHeadings]);
  let after = 0;
  for (;;) {
    const lines = await selectLines(db, filter, { after, limit: atOnce });
    if (lines.length === 0) return;
    yield csvRows(lines.map(csvCells));
    after = lines.at(-1)?.seq ?? after;
  }
}

/** Checks the log from its beginning to the end that its head names. */
export async function verifyFor({ db }: IdentityContext, actor: Actor): Promise<AnswerOf<typeof verifyAudit>> {
  await adminCalling(db, actor);
  // From one snapshot: a line that is added meanwhile would be one too many.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const head = await selectHead(trx);
      const { seq, hash, fault } = await follow(trx);
      const end = fault ?? (seq === head.seq && hash === head.hash ? null : Math.min(seq, head.seq) + 1);
      return { ok: end === null, entries: seq, head: head.hash, fault: end };
    });
}

/** Checks the chain up to the first fault; `fault` is the number expected for the line that breaks it. */
async function follow(db: IdentityDatabase): Promise<{ seq: number; hash: string; fault: number | null }> {
  let seq = 0;
  let hash = chainBegins;
  for (;;) {
    const lines = await selectLinesAfter(db, seq, atOnce);
    if (lines.length === 0) return { seq, hash, fault: null };
    for (const line of lines) {
      if (line.seq !== seq + 1 || line.hash !== hashOfLine(hash, line)) return { seq, hash, fault: seq + 1 };
      seq = line.seq;
      hash = line.hash;
    }
  }
}
