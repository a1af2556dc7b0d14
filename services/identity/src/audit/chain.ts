import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { IdentityTables } from '../database/schema.ts';

export type AuditRow = Selectable<IdentityTables['audit_log']>;

/** The hash before the first line. */
export const chainBegins = '';

/**
 * SHA-256, in hexadecimal, of a line and the previous line's hash. It contains no secret: a log that was rewritten as a
 * whole is detected by its last hash (`infra/decisions/024-audit-log.md`).
 */
export function hashOfLine(previousHash: string, line: Omit<AuditRow, 'hash'>): string {
  const told = [
    previousHash,
    line.seq,
    line.id,
    line.at.toISOString(),
    line.by,
    line.act,
    line.target_kind,
    line.target_id,
    line.target_name,
    line.before,
    line.after,
    line.address,
    line.device,
  ];
  return hash('sha256', JSON.stringify(told));
}
