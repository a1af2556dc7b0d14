import type { Summary } from './summary.ts';

/** The goals for the product: relative to another target of the same run, or absolute. */
type Goal = { readonly scenario: string; readonly figure: string } & (
  | { readonly beside: string; readonly atLeast: number }
  | { readonly beside: string; readonly atMost: number }
  | { readonly atMost: number; readonly unit: string }
);

const largeGroup = 'a group of 100, 5 senders';

export const goals: readonly Goal[] = [
  { scenario: largeGroup, figure: 'deliveries, closed loop', beside: 'bare pair', atLeast: 1 },
  { scenario: largeGroup, figure: 'deliveries, closed loop', beside: 'naive chat', atLeast: 2 },
  { scenario: largeGroup, figure: 'sends at p99 under 250 ms', beside: 'bare pair', atLeast: 3 },
  {
    scenario: '20 groups of 50, everyone sends',
    figure: 'deliveries a second of server CPU',
    beside: 'bare pair',
    atLeast: 1.1,
  },
  { scenario: 'direct chats', figure: 'acknowledged sends', beside: 'naive chat', atLeast: 3 },
  { scenario: largeGroup, figure: 'delivery at 20 sends a second, p50', beside: 'bare pair', atMost: 2 },
  { scenario: largeGroup, figure: 'delivery at 20 sends a second, p50', atMost: 5, unit: 'ms' },
  { scenario: 'many connections', figure: 'memory of a connection', atMost: 40, unit: 'KiB' },
  { scenario: 'many connections', figure: 'until 5000 that were cut are back', atMost: 15, unit: 's' },
  { scenario: 'accepting', figure: 'accepting 2000 connections', atMost: 1.5, unit: 's' },
];

/** A line for each goal that was measured: the goal and the result. */
export function judge(summaries: readonly Summary[]): string[] {
  const medianOf = (goal: Goal, target: string) =>
    summaries.find((one) => one.scenario === goal.scenario && one.name === goal.figure && one.target === target)
      ?.median;
  return goals.flatMap((goal) => {
    const own = medianOf(goal, 'koinonia');
    const other = 'beside' in goal ? medianOf(goal, goal.beside) : 1;
    if (own === undefined || other === undefined) return [];
    const found = own / other;
    const isReached = 'atLeast' in goal ? found >= goal.atLeast : found <= goal.atMost;
    const wanted = 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
    const of = 'beside' in goal ? ` of the ${goal.beside}` : ` ${goal.unit}`;
    return `  ${isReached ? 'reached' : 'missed '}  ${found.toFixed(2)}${of} (${wanted}): ${goal.scenario}, ${goal.figure}`;
  });
}
