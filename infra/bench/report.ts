import { judge } from './goals.ts';
import { type Found, summarise, type Summary } from './summary.ts';

/** A table for people, then a JSON line per figure. Ratios are relative to the first target. */
export function print(found: readonly Found[], targets: readonly string[]): void {
  const summaries = summarise(found);
  const keys = [...new Set(summaries.map(({ scenario, name }) => `${scenario}\n${name}`))];
  let last = '';
  for (const key of keys) {
    const [scenario, name] = key.split('\n') as [string, string];
    if (scenario !== last) console.log(`\n${scenario}`);
    last = scenario;
    const row = targets.map((target) =>
      summaries.find((one) => one.scenario === scenario && one.name === name && one.target === target),
    );
    console.log(`  ${name.padEnd(44)} ${row.map(cell).join('')}${ratios(row)}`);
  }
  console.log(`\n(${targets.join(' | ')}; medians, and from least to most; * the generator was the limit)\n`);
  const judged = judge(summaries);
  if (judged.length > 0) console.log(`Goals\n${judged.join('\n')}\n`);
  for (const summary of summaries) console.log(JSON.stringify(summary));
}

function cell(summary: Summary | undefined): string {
  if (!summary) return ''.padEnd(32);
  const { median, least, most, unit, generatorWasTheLimit } = summary;
  const text = `${short(median)} ${unit} (${short(least)} to ${short(most)})${generatorWasTheLimit ? ' *' : ''}`;
  return text.padEnd(32);
}

const short = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

function ratios([own, ...others]: readonly (Summary | undefined)[]): string {
  if (!own) return '';
  return others.map((other) => (other ? ` ×${(own.median / other.median).toFixed(2)}` : '')).join('');
}
