import type { InvitedLine } from '@koinonia/contracts/invitations.ts';

const mostShown = 100;

export interface Judgement {
  readonly counts: Readonly<Record<InvitedLine['outcome'], number>>;
  /** Errors first, then people who are members already. */
  readonly shown: readonly InvitedLine[];
  readonly notShown: number;
}

const order: readonly InvitedLine['outcome'][] = ['invalid', 'already_here', 'invited'];

/** The result of a dry run, with the lines to correct first. */
export function judgementOf(lines: readonly InvitedLine[]): Judgement {
  const of = (outcome: InvitedLine['outcome']) => lines.filter((line) => line.outcome === outcome);
  const sorted = order.flatMap(of);
  return {
    counts: {
      invited: of('invited').length,
      already_here: of('already_here').length,
      invalid: of('invalid').length,
    },
    shown: sorted.slice(0, mostShown),
    notShown: Math.max(0, sorted.length - mostShown),
  };
}
