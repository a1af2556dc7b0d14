import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions } from '../options.ts';
import { listOfNumbers, runBench, sayIfNotPinned } from './command.ts';
import { startGenerator } from './generator-process.ts';
import { drawGrowth } from './growth/draw.ts';
import { type Grown, measureSize } from './growth/measure.ts';
import { printGrowth } from './growth/print.ts';
import { startKoinonia } from './targets/koinonia.ts';

/*
 * The cost of a send and of a connection with growing numbers of people, chats and messages: `npm run bench -- growth`. The
 * product is started afresh for each size, with one gateway and two chat nodes, all servers on one core. Draws `growth.svg`.
 */
const usage = `Usage: npm run bench -- growth [--times 1,3,10] [--people 500] [--chats 1000] [--messages 100000] [--seconds 5] [--svg growth.svg]
  --times     how many times as much there is of each; each is measured
  --people    how many are connected the first time
  --chats     how many groups of ten there are
  --messages  how many were said before
  --seconds   of one load
  --svg       where the drawing goes; by default into the README`;

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    numbers: {
      people: { fallback: 500, min: 10, max: 1_000_000 },
      chats: { fallback: 1000, min: 1, max: 1_000_000 },
      messages: { fallback: 100_000, min: 1, max: 100_000_000 },
      seconds: { fallback: 5, min: 1, max: 3600 },
    },
    texts: ['times', 'svg'],
    usage,
  });
  const sizes = listOfNumbers('times', options.text('times') ?? '1,3,10', usage);
  sayIfNotPinned();
  const found: Grown[] = [];
  for (const times of sizes) {
    const grownTo = (name: string) => options.number(name) * times;
    const size = { people: grownTo('people'), chats: grownTo('chats'), messages: grownTo('messages') };
    console.error(`${size.people} people, ${size.chats} groups, ${size.messages} messages …`);
    const target = await startKoinonia();
    const generator = startGenerator();
    try {
      const grown = await measureSize(target, generator, size, times, options.number('seconds'));
      console.log(JSON.stringify(grown));
      found.push(grown);
    } finally {
      await generator.stop();
      await target.stop();
    }
  }
  printGrowth(found);
  await writeFile(options.text('svg') ?? join(import.meta.dirname, 'growth.svg'), drawGrowth(found));
}

await runBench(main);
