import { readOptions } from '../options.ts';
import { named, runBench, sayIfNotPinned } from './command.ts';
import { startGenerator } from './generator-process.ts';
import { print } from './report.ts';
import type { Found } from './summary.ts';
import { type Scenario, scenarios, type Sizes } from './scenarios.ts';
import type { Target } from './target.ts';
import { startKoinonia } from './targets/koinonia.ts';
import { startSocketIoPair } from './targets/socket-io-pair.ts';

const usage = `Usage: npm run bench -- [--rounds 3] [--seconds 6] [--idle 5000] [--only group] [--targets bare]
       npm run bench -- scaling | reading | growth, each with --help
  --rounds   how often each is measured
  --seconds  of one run
  --idle     connections that only listen
  --only     only scenarios whose name has this word
  --targets  only targets whose name has this word`;

interface NamedTarget {
  readonly name: string;
  start(): Promise<Target>;
}

const targets: readonly NamedTarget[] = [
  { name: 'koinonia', start: () => startKoinonia() },
  { name: 'bare pair', start: () => startSocketIoPair('bare pair', 'nothing') },
  { name: 'naive chat', start: () => startSocketIoPair('naive chat', 'messages') },
];

/** Measures all targets, in as many rounds as the options say. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    numbers: {
      rounds: { fallback: 3, min: 1, max: 1000 },
      seconds: { fallback: 6, min: 1, max: 3600 },
      idle: { fallback: 5000, min: 100, max: 1_000_000 },
    },
    texts: ['only', 'targets'],
    usage,
  });
  const wanted = {
    targets: named('targets', options.text('targets') ?? '', targets),
    scenarios: named('only', options.text('only') ?? '', scenarios),
    sizes: { seconds: options.number('seconds'), idle: options.number('idle'), directChats: 1000 },
  };
  sayIfNotPinned();
  const found: Found[] = [];
  for (let number = 1; number <= options.number('rounds'); number += 1) {
    console.error(`Round ${number} of ${options.number('rounds')}`);
    await round(wanted, found);
  }
  print(
    found,
    targets.map(({ name }) => name),
  );
}

interface Wanted {
  readonly targets: readonly NamedTarget[];
  readonly scenarios: readonly Scenario[];
  readonly sizes: Sizes;
}

/** One target after another, each started afresh and measured with every scenario. */
async function round({ targets, scenarios, sizes }: Wanted, found: Found[]): Promise<void> {
  for (const { name, start } of targets) {
    const target = await start();
    const generator = startGenerator();
    try {
      for (const scenario of scenarios) {
        console.error(`${name}: ${scenario.name} …`);
        for (const figure of await scenario.run(target, generator, sizes)) {
          found.push({ ...figure, target: name, scenario: scenario.name });
        }
      }
    } finally {
      await generator.stop();
      await target.stop();
    }
  }
}

await runBench(main);
