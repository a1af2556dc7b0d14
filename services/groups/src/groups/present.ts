import type { AuditState } from '@koinonia/contracts/audit.ts';
import { type DeletedGroup, type Group, groupRestorableDays } from '@koinonia/contracts/groups.ts';

interface Row {
  id: string;
  name: string;
  is_private: boolean;
}

const restorableMs = groupRestorableDays * 24 * 60 * 60 * 1000;

export const presentGroup = (row: Row & { is_member: boolean }): Group => ({
  id: row.id,
  name: row.name,
  isPrivate: row.is_private,
  isMember: row.is_member,
});

type DeletedRow = Row & { deleted_at: Date; deleted_by: string | null };

/** `names` are the names of the people who deleted the groups. */
export const presentDeletedGroup = (row: DeletedRow, names: ReadonlyMap<string, string>): DeletedGroup => ({
  id: row.id,
  name: row.name,
  isPrivate: row.is_private,
  deletedAt: row.deleted_at.toISOString(),
  deletedBy: row.deleted_by === null ? null : { uid: row.deleted_by, displayName: names.get(row.deleted_by) ?? '' },
  restorableUntil: new Date(row.deleted_at.getTime() + restorableMs).toISOString(),
});

/** A group as the audit log records it. */
export const presentState = (row: Row): AuditState => ({ name: row.name, isPrivate: row.is_private });
