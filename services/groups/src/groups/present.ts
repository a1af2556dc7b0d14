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

export const presentDeletedGroup = (row: Row & { deleted_at: Date }): DeletedGroup => ({
  id: row.id,
  name: row.name,
  isPrivate: row.is_private,
  deletedAt: row.deleted_at.toISOString(),
  restorableUntil: new Date(row.deleted_at.getTime() + restorableMs).toISOString(),
});

/** A group as the audit log tells of it. */
export const presentState = (row: Row): AuditState => ({ name: row.name, isPrivate: row.is_private });
