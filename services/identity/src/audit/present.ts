import { type AuditEntry, AuditState } from '@koinonia/contracts/audit.ts';
import { nameOfAct, sentenceOf } from '@koinonia/contracts/audit-words.ts';
import type { ShownLine } from './queries.ts';

export const parsedState = (text: string | null) => (text === null ? null : AuditState.parse(JSON.parse(text)));

export const presentLine = (line: ShownLine): AuditEntry => ({
  seq: line.seq,
  at: line.at.toISOString(),
  by: line.by === null ? null : { uid: line.by, displayName: line.actor_name ?? '' },
  act: line.act,
  target:
    line.target_kind === null || line.target_id === null
      ? null
      : { kind: line.target_kind, id: line.target_id, name: line.shown_name },
  before: parsedState(line.before),
  after: parsedState(line.after),
  address: line.address,
  device: line.device,
  hash: line.hash,
});

/** First the columns that the screen shows too, for readers; then, from `Act` on, the recorded values, for programs. */
export const csvHeadings = 'Number,Time,By,Action,What happened,Act,Kind,Target,Before,After,Address,Device,Hash'.split(
  ',',
);

/** A line's cells in the order of `csvHeadings`. */
export const csvCells = (line: ShownLine): string[] => [
  String(line.seq),
  line.at.toISOString(),
  line.by === null ? '' : `${line.actor_name ?? ''} (${line.by})`,
  nameOfAct(line.act),
  sentenceOf(presentLine(line)),
  line.act,
  line.target_kind ?? '',
  line.target_id === null ? '' : `${line.shown_name} (${line.target_id})`,
  line.before ?? '',
  line.after ?? '',
  line.address,
  line.device,
  line.hash,
];
