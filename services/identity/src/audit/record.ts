import type { Act, AuditState, AuditTargetKind } from '@koinonia/contracts/audit.ts';
import { now } from '@koinonia/kit/clock.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { deviceName } from '../sessions/device.ts';
import { type AuditRow, hashOfLine } from './chain.ts';
import { insertLines, isRecorded, lockHead, moveHead } from './queries.ts';

interface Happened {
  act: Act;
  target?: { kind: AuditTargetKind; id: string; name?: string };
  before?: AuditState | null;
  after?: AuditState | null;
  /** For an act that may be reported more than once. */
  id?: string;
  at?: Date;
}

/** Who acted, and from where; null when nobody did. */
export type RecordedActor = Pick<Actor, 'uid' | 'address' | 'userAgent'> | null;

/**
 * Adds a line for each of these acts to the audit log. Must be called in the transaction of the act, as late in it as
 * possible: lines are written one after another, and the next one waits until this transaction ends.
 */
export async function record(trx: IdentityDatabase, actor: RecordedActor, ...acts: Happened[]): Promise<void> {
  let { seq, hash } = await lockHead(trx);
  const lines: AuditRow[] = [];
  for (const happened of acts) {
    if (happened.id !== undefined && (await isRecorded(trx, happened.id))) continue;
    const line = lineOf(actor, happened, seq + 1);
    seq = line.seq;
    hash = hashOfLine(hash, line);
    lines.push({ ...line, hash });
  }
  if (lines.length === 0) return;
  await insertLines(trx, lines);
  await moveHead(trx, { seq, hash });
}

/** What people do with their own data is not an act of an admin, and a line stays for ever, so it never says from where. */
const isOnOwnData = new Set<Act>(['person.data_downloaded', 'person.deletion_requested', 'person.deletion_withdrawn']);

function lineOf(actor: RecordedActor, happened: Happened, seq: number): Omit<AuditRow, 'hash'> {
  const from = isOnOwnData.has(happened.act) ? null : actor;
  return {
    seq,
    id: happened.id ?? newId(),
    at: happened.at ?? new Date(now()),
    by: actor?.uid ?? null,
    act: happened.act,
    target_kind: happened.target?.kind ?? null,
    target_id: happened.target?.id ?? null,
    target_name: happened.target?.name ?? '',
    before: happened.before ? JSON.stringify(happened.before) : null,
    after: happened.after ? JSON.stringify(happened.after) : null,
    address: from?.address ?? '',
    device: from ? deviceName(from.userAgent) : '',
  };
}
