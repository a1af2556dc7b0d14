import type { Act, AuditState, AuditTargetKind } from '@koinonia/contracts/audit.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { Actor } from '@koinonia/kit/routes.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { deviceName } from '../sessions/device.ts';
import { hashOfLine } from './chain.ts';
import { insertLine, isRecorded, lockHead, moveHead } from './queries.ts';

interface Happened {
  act: Act;
  target?: { kind: AuditTargetKind; id: string; name?: string };
  before?: AuditState | null;
  after?: AuditState | null;
  /** Of an act that is told more than once. */
  id?: string;
  at?: Date;
}

/** Who acted, and from where; null when nobody did. */
export type RecordedActor = Pick<Actor, 'uid' | 'address' | 'userAgent'> | null;

/**
 * Adds a line to the audit log. To be called in the transaction of the act, as late in it as can be: lines are written
 * one after another, and the next one waits until this transaction ends.
 */
export async function record(trx: IdentityDatabase, actor: RecordedActor, happened: Happened): Promise<void> {
  const head = await lockHead(trx);
  const id = happened.id ?? newId();
  if (happened.id !== undefined && (await isRecorded(trx, id))) return;
  const line = {
    seq: head.seq + 1,
    id,
    at: happened.at ?? new Date(),
    by: actor?.uid ?? null,
    act: happened.act,
    target_kind: happened.target?.kind ?? null,
    target_id: happened.target?.id ?? null,
    target_name: happened.target?.name ?? '',
    before: happened.before ? JSON.stringify(happened.before) : null,
    after: happened.after ? JSON.stringify(happened.after) : null,
    address: actor?.address ?? '',
    device: actor ? deviceName(actor.userAgent) : '',
  };
  const hash = hashOfLine(head.hash, line);
  await insertLine(trx, { ...line, hash });
  await moveHead(trx, { seq: line.seq, hash });
}
