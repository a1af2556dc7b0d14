import type { Figure } from './scenarios.ts';

export interface Found extends Figure {
  readonly target: string;
  readonly scenario: string;
}

export interface Summary {
  readonly scenario: string;
  readonly name: string;
  readonly unit: string;
  readonly target: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly rounds: number;
  readonly generatorWasTheLimit: boolean;
}

/** One summary for each figure of each target, over all rounds. */
export function summarise(found: readonly Found[]): Summary[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const key = `${one.scenario}\n${one.name}\n${one.target}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const values = group.map(({ value }) => value).sort((a, b) => a - b);
    const { scenario, name, unit, target } = group[0]!;
    return {
      scenario,
      name,
      unit,
      target,
      median: values[Math.floor(values.length / 2)]!,
      least: values[0]!,
      most: values.at(-1)!,
      rounds: values.length,
      generatorWasTheLimit: group.some((one) => one.generatorWasTheLimit),
    };
  });
}
