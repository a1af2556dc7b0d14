import { getConfig } from '@koinonia/contracts/gateway.ts';
import { listPeople } from '@koinonia/contracts/identity.ts';
import { isLoopbackUrl } from '@koinonia/kit/process/config.ts';
import { soloConfig } from '../../solo/config.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';
import { readOptions } from '../../options.ts';
import { firstPeople, mostSeeded } from '../people/people.ts';
import { chanceFrom } from '../random.ts';
import { runCommand } from '@koinonia/kit/process/run-command.ts';
import type { Counts } from './acts.ts';
import { startFlood } from './flood.ts';
import { type Participant, participantOf } from './participant.ts';
import { createAsk, Refused } from './product.ts';
import { demoTokens } from './tokens.ts';

const usage = `Usage: npm run flood -- [--people 40] [--rate 3] [--duration 60] [--chat 'Whole base'] [--url http://localhost:8080]
  --people    how many take part; those who can be chosen at the demo sign-in are left to you
  --rate      messages a second, all of them together
  --duration  seconds after which it ends; without it, Ctrl-C does
  --chat      only in chats of this name
  --url       where the product runs, on this machine; by default where PORT says`;

/** People of the demo who write, type, read, react, come and go in the running product: `npm run flood`. */
async function main(args: readonly string[], ending: AbortSignal): Promise<void> {
  const options = readOptions(args, {
    numbers: {
      people: { fallback: 40, min: 2, max: 1000 },
      rate: { fallback: 3, min: 1, max: 500 },
      duration: { fallback: 0, min: 0, max: 86_400 },
    },
    texts: ['chat', 'url'],
    usage,
  });
  const [count, rate, duration] = [options.number('people'), options.number('rate'), options.number('duration')];
  if (rate > count) {
    throw new PlainError(
      `--rate ${rate} is too much for ${count} people: each sends at most one a second, well below the limit. ` +
        `Add --people ${rate}, or more.`,
    );
  }
  const config = soloConfig(process.env);
  const origin = options.text('url')?.replace(/\/$/, '') ?? `http://localhost:${config.port}`;
  await requireDemo(origin);
  const participants = await gather(origin, {
    count,
    domain: config.domain ?? 'base.example',
    dataDir: config.dataDir,
    ending,
  });
  const name = options.text('chat');
  const only = name === undefined ? undefined : (chat: { name: string | null }) => chat.name === name;
  if (!participants.some(({ chats }) => chats.some(only ?? (() => true)))) {
    throw new PlainError(
      name === undefined ? 'None of them is in any chat yet: npm run seed.' : `None of them is in a chat '${name}'.`,
    );
  }
  await flood({ participants, only, rate, duration, ending });
}

async function requireDemo(origin: string): Promise<void> {
  if (!isLoopbackUrl(origin)) throw new PlainError(`${origin} is not on this machine.`);
  const { signIn } = await createAsk(
    origin,
    null,
  )(getConfig).catch((cause: unknown) => {
    throw new PlainError(`The product does not answer at ${origin}. Start it first (npm start or npm run dev).`, {
      cause,
    });
  });
  if (signIn !== 'demo')
    throw new PlainError(`The product at ${origin} is not a demo: people sign in with Google there.`);
}

/** People of the demo who exist and have access, except those that a user can choose at the demo sign-in. */
async function gather(
  origin: string,
  { count, domain, dataDir, ending }: { count: number; domain: string; dataDir: string; ending: AbortSignal },
): Promise<Participant[]> {
  const tokenOf = await demoTokens(dataDir);
  const everybody = firstPeople(mostSeeded, domain);
  // Admins also see people without access.
  const member = everybody.find(({ isAdmin, canBeChosen }) => canBeChosen && !isAdmin);
  if (!member) return [];
  const staff = await listed(origin, await tokenOf(member), dataDir);
  const there = new Set(staff.map(({ email }) => email));
  const free = everybody.filter(({ email, canBeChosen }) => !canBeChosen && there.has(email)).slice(0, count);
  if (free.length < 2) throw new PlainError('The demo has no people yet: npm run seed.');
  const participants: Participant[] = [];
  for (const somebody of free) {
    ending.throwIfAborted();
    participants.push(await participantOf(origin, somebody, tokenOf));
  }
  return participants;
}

async function listed(origin: string, token: string, dataDir: string) {
  try {
    return await createAsk(origin, token)(listPeople);
  } catch (cause) {
    if (!(cause instanceof Refused) || cause.status !== 401) throw cause;
    throw new PlainError(
      `The product at ${origin} is not the one whose data is in ${dataDir}. Name its folder with DATA_DIR.`,
      { cause },
    );
  }
}

async function flood(options: {
  participants: readonly Participant[];
  only: ((chat: { name: string | null }) => boolean) | undefined;
  rate: number;
  duration: number;
  ending: AbortSignal;
}): Promise<void> {
  const { participants, duration, ending } = options;
  const signal = duration > 0 ? AbortSignal.any([ending, AbortSignal.timeout(duration * 1000)]) : ending;
  console.log(`${participants.length} people are about. Ctrl-C ends it.`);
  const running = startFlood({ ...options, chance: chanceFrom(Date.now()), signal });
  const told = setInterval(() => console.log(inWords(running.counts, running.lastFailure())), 5000);
  await running.ended;
  clearInterval(told);
  console.log(`\nAll have gone home. ${inWords(running.counts, running.lastFailure())}`);
}

function inWords({ messages, reactions, reads, came, went, failures }: Counts, lastFailure: string | null): string {
  const done = `${messages} messages, ${reactions} reactions, ${reads} times read, ${came} came, ${went} went`;
  return failures === 0 ? done : `${done}; ${failures} things failed, most recently: ${lastFailure}`;
}

await runCommand(main);
