import type { Act, AuditFilter } from '@koinonia/contracts/audit.ts';
import { acts } from '@koinonia/contracts/audit-words.ts';
import { maxConsoleSearchLength } from '@koinonia/contracts/common.ts';
import { isDay, startOfDay } from '../../../lib/date-fields.ts';
import { firstCharacters } from '../../../lib/first-characters.ts';

/** The filters of the log, as stored in the page's address: so it can be linked to, and Back works. */
export interface AuditChoice {
  readonly search: string;
  readonly act: Act | undefined;
  /** A uid. */
  readonly person: string | undefined;
  /** Days as '2026-11-21', by the reader's own calendar; both are included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function choiceOf(address: URLSearchParams): AuditChoice {
  const day = (name: string) => {
    const value = address.get(name);
    // Includes days whose year is still being typed; these filter nothing.
    return value !== null && isDay(value) ? value : undefined;
  };
  return {
    search: firstCharacters(address.get('search') ?? '', maxConsoleSearchLength),
    act: acts.find((act) => act === address.get('action')),
    person: address.get('person') ?? undefined,
    from: day('from'),
    to: day('to'),
  };
}

export function addressOf({ act, ...rest }: AuditChoice): URLSearchParams {
  const entries = Object.entries({ ...rest, action: act });
  return new URLSearchParams(
    entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
}

/** The filters in the server's terms: days become the instants at which they begin and end for the reader. */
export function filterOf({ search, act, person, from, to }: AuditChoice): AuditFilter {
  return {
    search: search.trim() === '' ? undefined : search.trim(),
    act,
    person,
    from: from && startOfDay(from),
    to: to && lastMomentOf(to),
  };
}

function lastMomentOf(day: string): string | undefined {
  const next = startOfDay(day, 1);
  return next && new Date(Date.parse(next) - 1).toISOString();
}
