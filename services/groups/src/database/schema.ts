import type { ReportedAct } from '@koinonia/contracts/audit-internal.ts';
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';

export interface GroupsTables {
  groups: {
    id: string;
    name: string;
    /** The name in its form for comparing (`group-name.ts`); unique among the groups that are not deleted. */
    name_key: string;
    is_private: Generated<boolean>;
    /** True for 'All Staff' only. Everyone belongs to it, so it has no memberships. */
    holds_everyone: Generated<boolean>;
    created_at: ColumnType<Date, never, never>;
    /** An admin can restore the group for `groupRestorableDays`, with its memberships; then it is deleted for good. */
    deleted_at: ColumnType<Date | null, never, Date | null>;
    deleted_by: ColumnType<string | null, never, string | null>;
  };
  memberships: {
    group_id: string;
    /** A person's uid; they live in the identity service. */
    person_id: string;
    created_at: ColumnType<Date, never, never>;
  };
  /** News that identity has not received yet, written in the transaction of the act itself so that none is lost. */
  news: {
    id: string;
    act: ColumnType<ReportedAct | null, string | null, never>;
    /** People whose groups changed or were renamed. */
    people: string[];
  };
}

export type GroupsDatabase = Kysely<GroupsTables>;
export type GroupRow = Selectable<GroupsTables['groups']>;
