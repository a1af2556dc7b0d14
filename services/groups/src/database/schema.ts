import type { ColumnType, Generated, Kysely } from 'kysely';

export interface GroupsTables {
  groups: {
    id: string;
    name: string;
    /** The name as it is compared (`group-name.ts`); unique. */
    name_key: string;
    is_private: boolean;
    /** True for 'All Staff' alone. Everyone belongs to it, so it has no memberships. */
    holds_everyone: Generated<boolean>;
    created_at: ColumnType<Date, never, never>;
  };
  memberships: {
    group_id: string;
    /** A person's uid; they live in the identity service. */
    person_id: string;
    created_at: ColumnType<Date, never, never>;
  };
}

export type GroupsDatabase = Kysely<GroupsTables>;
