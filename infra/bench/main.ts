import { parseArgs } from 'node:util';
import { startGenerator } from './generator-process.ts';
import { isPinned } from './processes.ts';
import { print } from './report.ts';
import type { Found } from './summary.ts';
import { scenarios, type Sizes } from './scenarios.ts';
import type { Target } from './target.ts';
import { startKoinonia } from './targets/koinonia.ts';
import { startSocketIoPair } from './targets/socket-io-pair.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    idle: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    targets: { type: 'string', default: '' },
  },
});
const sizes: Sizes = { seconds: Number(values.seconds), idle: Number(values.idle), directChats: 1000 };

const targets: Readonly<Record<string, () => Promise<Target>>> = {
  koinonia: () => startKoinonia(),
  'bare pair': () => startSocketIoPair('bare pair', 'nothing'),
  'naive chat': () => startSocketIoPair('naive chat', 'messages'),
};

/** One target after another, each started anew, each with every scenario; then the next round. */
async function round(found: Found[]): Promise<void> {
  for (const [name, start] of Object.entries(targets)) {
    if (!name.includes(values.targets)) continue;
    const target = await start();
    const generator = startGenerator();
    try {
      for (const scenario of scenarios.filter((one) => one.name.includes(values.only))) {
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

if (!isPinned()) console.error('Servers and generator share all cores: this machine cannot be told otherwise.');
const found: Found[] = [];
for (let number = 1; number <= Number(values.rounds); number += 1) {
  console.error(`Round ${number} of ${values.rounds}`);
  await round(found);
}
print(found, Object.keys(targets));
