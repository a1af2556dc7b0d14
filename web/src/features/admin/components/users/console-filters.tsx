import type { Group } from '@koinonia/contracts/groups.ts';
import fields from '../../../../components/ui/field.module.css';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import type { Sort, Status } from '../../api/people-page.ts';
import { texts } from '../../texts.ts';
import shared from '../frame/filters.module.css';
import styles from './admin-console.module.css';

export interface Filters {
  readonly search: string;
  readonly sort: Sort;
  /** Empty for no matter which group. */
  readonly groupId: string;
  readonly status: Status | undefined;
}

export const anyone: Filters = { search: '', sort: 'name', groupId: '', status: undefined };

const statuses: readonly Status[] = ['active', 'deactivated'];

const sorts: readonly Sort[] = ['name', 'email', 'group', 'role'];

interface ConsoleFiltersProps {
  filters: Filters;
  groups: readonly Group[];
  onChange: (change: Partial<Filters>) => void;
}

export function ConsoleFilters({ filters, groups, onChange }: ConsoleFiltersProps) {
  return (
    <search className={shared.tools}>
      <div className={`${shared.filters} ${styles.filters}`}>
        <div className={shared.wide}>
          <SearchBox label={texts.search} value={filters.search} onChange={(search) => onChange({ search })} />
        </div>
        <label className={fields.field}>
          <span className={fields.label}>{texts.sortBy}</span>
          <select
            className={fields.control}
            value={filters.sort}
            onChange={(event) => onChange({ sort: sorts.find((one) => one === event.target.value) ?? 'name' })}
          >
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {texts.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
        <label className={fields.field}>
          <span className={fields.label}>{texts.filterBy}</span>
          <select
            className={fields.control}
            value={groups.some(({ id }) => id === filters.groupId) ? filters.groupId : ''}
            onChange={(event) => onChange({ groupId: event.target.value })}
          >
            <option value="">{texts.allGroups}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={fields.field}>
          <span className={fields.label}>{texts.status}</span>
          <select
            className={fields.control}
            value={filters.status ?? ''}
            onChange={(event) => onChange({ status: statuses.find((one) => one === event.target.value) })}
          >
            <option value="">{texts.everyStatus}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {texts.statuses[status]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </search>
  );
}
