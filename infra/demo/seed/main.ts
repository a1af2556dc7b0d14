import { createLog } from '@koinonia/kit/observing/log.ts';
import { soloConfig } from '../../solo/config.ts';
import { readOptions } from '../../options.ts';
import { mostSeeded } from '../people/people.ts';
import { runCommand } from '@koinonia/kit/process/run-command.ts';
import { openDemoDatabase } from './demo-database.ts';
import { countMessages, seed } from './seed.ts';

const usage = `Usage: npm run seed -- [--people 300] [--messages 100000] [--if-empty] [--yes]
  --people    how many people the demo should have; those who can be chosen at the demo sign-in come first
  --messages  how many messages it should have; missing ones are added in new chats
  --if-empty  does nothing if there are any messages already
  --yes       even if the database may be one that people use`;

/** Fills the database of the demo, whether the product is running or not: `npm run seed`. */
async function main(args: readonly string[], ending: AbortSignal): Promise<void> {
  const options = readOptions(args, {
    numbers: {
      people: { fallback: 300, min: 2, max: mostSeeded },
      messages: { fallback: 100_000, min: 0, max: 2_000_000 },
    },
    switches: ['if-empty', 'yes'],
    usage,
  });
  const config = soloConfig(process.env);
  const log = createLog('warn', 'seed', process.stderr);
  const database = await openDemoDatabase(config, options.isOn('yes'), log, ending);
  try {
    if (options.isOn('if-empty') && (await countMessages(database.client)) > 0) return;
    const begun = performance.now();
    const { people, groups, chats, messages } = await seed(database, {
      people: options.number('people'),
      messages: options.number('messages'),
      domain: config.domain ?? 'base.example',
      now: new Date(),
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (people + groups + chats === 0) return console.log('All of it is already there; nothing was added.');
    console.log(
      `Added ${people} people, ${groups} groups, ${chats} chats and ${messages} messages in ${seconds} s. ` +
        'A page that was open before shows all of it after a reload.',
    );
  } finally {
    await database.close();
  }
}

await runCommand(main);
