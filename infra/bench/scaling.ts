import { parseArgs } from 'node:util';
import { startGenerator } from './generator-process.ts';
import { isPinned } from './processes.ts';
import { bytesOfMessages } from './scaling/disk.ts';
import { printDisk, printRuns } from './scaling/print.ts';
import { measureRun, type Run } from './scaling/run.ts';
import { startKoinonia } from './targets/koinonia.ts';

/*
 * The effect of more chat nodes, with all servers on one core: `npm run bench -- scaling`. The same crowd and the same load,
 * with one node, two, and four, behind two gateways; then the disk space of a message.
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4' },
    people: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '15' },
    messages: { type: 'string', default: '20000' },
  },
});
const size = { people: Number(values.people), rate: Number(values.rate), seconds: Number(values.seconds) };

if (!isPinned()) console.error('Servers and generator share all cores: this machine cannot be told otherwise.');
const runs: Run[] = [];
for (const chatNodes of values.nodes.split(',').filter(Boolean).map(Number)) {
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

const messages = Number(values.messages);
if (messages > 0) {
  console.error(`${messages} messages, for their size …`);
  const target = await startKoinonia();
  try {
    printDisk(await bytesOfMessages(target, messages), messages);
  } finally {
    await target.stop();
  }
}
