import { maxConsoleSearchLength } from '@koinonia/contracts/common.ts';
import type { Group } from '@koinonia/contracts/groups.ts';
import { Choice } from '../../../../components/ui/field.tsx';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import type { Sort, Status } from '../../api/people-page.ts';
import { texts } from '../../texts.ts';
import shared from '../frame/filters.module.css';
import styles from './users-page.module.css';

export interface Filters {
  readonly search: string;
  readonly sort: Sort;
  /** Empty for all groups. */
  readonly groupId: string;
  readonly status: Status | undefined;
}

export const anyone: Filters = { search: '', sort: 'name', groupId: '', status: undefined };

const statuses: readonly (readonly [Status | '', string])[] = [
  ['', texts.everyStatus],
  ['active', texts.statuses.active],
  ['deactivated', texts.statuses.deactivated],
];

const sorts = (['name', 'email', 'group', 'role'] as const).map((sort) => [sort, texts.sorts[sort]] as const);

interface UserFiltersProps {
  filters: Filters;
  groups: readonly Group[];
  onChange: (change: Partial<Filters>) => void;
}

export function UserFilters({ filters, groups, onChange }: UserFiltersProps) {
  return (
    <search className={shared.tools}>
      <div className={`${shared.filters} ${styles.filters}`}>
        <div className={shared.wide}>
          <SearchBox
            label={texts.search}
            value={filters.search}
            longest={maxConsoleSearchLength}
            onChange={(search) => onChange({ search })}
          />
        </div>
        <Choice label={texts.sortBy} value={filters.sort} choices={sorts} onChange={(sort) => onChange({ sort })} />
        <Choice
          label={texts.filterBy}
          value={groups.some(({ id }) => id === filters.groupId) ? filters.groupId : ''}
          choices={[['', texts.allGroups], ...groups.map(({ id, name }) => [id, name] as const)]}
          onChange={(groupId) => onChange({ groupId })}
        />
        <Choice
          label={texts.status}
          value={filters.status ?? ''}
          choices={statuses}
          onChange={(status) => onChange({ status: status === '' ? undefined : status })}
        />
      </div>
    </search>
  );
}
