import type { Act, AuditState } from '@koinonia/contracts/audit.ts';
import type { ReportedAct } from '@koinonia/contracts/audit-internal.ts';
import { maxIdsAtOnce } from '@koinonia/contracts/common.ts';
import { now } from '@koinonia/kit/clock.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { slicesOf } from '@koinonia/kit/work/slices.ts';
import type { GroupsDatabase } from '../database/schema.ts';
import { insertNews, type NewNews } from './queries.ts';

/** The person who acts, and from where. */
export interface Acting {
  readonly by: string;
  readonly address: string;
  readonly userAgent: string;
}

interface Change {
  acting: Acting;
  act: Act;
  target: ReportedAct['target'];
  before: AuditState | null;
  after: AuditState | null;
  /** People whose groups changed or were renamed. */
  people: readonly string[];
}

/** Stores news of a change for identity. Must be called in the transaction of the change. */
export async function keepNews(trx: GroupsDatabase, { acting, people, ...change }: Change): Promise<void> {
  const act: ReportedAct = { id: newId(), at: new Date(now()).toISOString(), ...acting, ...change };
  const [first = [], ...further] = slicesOf(people, maxIdsAtOnce);
  const rows: NewNews[] = [{ id: newId(), act: JSON.stringify(act), people: first }];
  for (const some of further) rows.push({ id: newId(), act: null, people: some });
  await insertNews(trx, rows);
}
