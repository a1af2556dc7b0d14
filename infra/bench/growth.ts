import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startGenerator } from './generator-process.ts';
import { drawGrowth } from './growth/draw.ts';
import { type Grown, measureSize } from './growth/measure.ts';
import { printGrowth } from './growth/print.ts';
import { isPinned } from './processes.ts';
import { startKoinonia } from './targets/koinonia.ts';

/*
 * The cost of a send and of a connection with growing numbers of people, chats and messages: `npm run bench -- growth`. The
 * product is started anew for each size, with one gateway and two chat nodes, all servers on one core. Draws `growth.svg`.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '1,3,10' },
    people: { type: 'string', default: '500' },
    chats: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    svg: { type: 'string', default: join(import.meta.dirname, 'growth.svg') },
  },
});
const seconds = Number(values.seconds);

if (!isPinned()) console.error('Servers and generator share all cores: this machine cannot be told otherwise.');
const found: Grown[] = [];
for (const times of values.times.split(',').map(Number)) {
  const [people, chats, messages] = [values.people, values.chats, values.messages].map((one) => Number(one) * times);
  const size = { people: people!, chats: chats!, messages: messages! };
  console.error(`${size.people} people, ${size.chats} groups, ${size.messages} messages …`);
  const target = await startKoinonia();
  const generator = startGenerator();
  try {
    const grown = await measureSize(target, generator, size, times, seconds);
    console.log(JSON.stringify(grown));
    found.push(grown);
  } finally {
    await generator.stop();
    await target.stop();
  }
}
printGrowth(found);
await writeFile(values.svg, drawGrowth(found));
