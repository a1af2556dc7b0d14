import { readOptions } from '../options.ts';
import { listOfNumbers, runBench, sayIfNotPinned } from './command.ts';
import { startGenerator } from './generator-process.ts';
import { bytesOfMessages } from './scaling/disk.ts';
import { printDisk, printRuns } from './scaling/print.ts';
import { measureRun, type Run } from './scaling/run.ts';
import { startKoinonia } from './targets/koinonia.ts';

/*
 * The effect of more chat nodes, with all servers on one core: `npm run bench -- scaling`. The same crowd and the same load,
 * with one node, two, and four, behind two gateways; then the disk space of a message.
 */
const usage = `Usage: npm run bench -- scaling [--nodes 1,2,4] [--people 2000] [--rate 40] [--seconds 15] [--messages 20000]
  --nodes     numbers of chat nodes; each is measured
  --people    how many are connected
  --rate      messages a second
  --seconds   of one run
  --messages  how many are stored for their size; 0 for none`;

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    numbers: {
      people: { fallback: 2000, min: 100, max: 1_000_000 },
      rate: { fallback: 40, min: 1, max: 100_000 },
      seconds: { fallback: 15, min: 1, max: 3600 },
      messages: { fallback: 20_000, min: 0, max: 10_000_000 },
    },
    texts: ['nodes'],
    usage,
  });
  const nodes = listOfNumbers('nodes', options.text('nodes') ?? '1,2,4', usage);
  const size = { people: options.number('people'), rate: options.number('rate'), seconds: options.number('seconds') };
  sayIfNotPinned();
  const runs: Run[] = [];
  for (const chatNodes of nodes) {
    console.error(`${chatNodes} chat nodes, 2 gateways, ${size.people} people …`);
    const target = await startKoinonia({ chatNodes, gateways: 2 });
    const generator = startGenerator();
    try {
      runs.push(await measureRun(target, generator, { chatNodes, ...size }));
    } finally {
      await generator.stop();
      await target.stop();
    }
  }
  if (runs.length > 0) printRuns(runs);

  const messages = options.number('messages');
  if (messages > 0) {
    console.error(`${messages} messages, for their size …`);
    const target = await startKoinonia();
    try {
      printDisk(await bytesOfMessages(target, messages), messages);
    } finally {
      await target.stop();
    }
  }
}

await runBench(main);
