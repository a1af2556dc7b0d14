import { readOptions } from '../options.ts';
import { runBench, sayIfNotPinned } from './command.ts';
import { startGenerator } from './generator-process.ts';
import type { Crowd } from './generator/jobs.ts';
import { generatorCore, pin } from './processes.ts';
import { fillForReading } from './reading/fill.ts';
import { readAtRate, type Reading } from './reading/read.ts';
import { byKind, cpuOf, kinds, since } from './scaling/look.ts';
import { startKoinonia } from './targets/koinonia.ts';

/*
 * The time to read, under the load of a group of 100 with 20 messages a second: `npm run bench -- reading`. Reads the list of
 * a person in 200 chats, and pages of a chat with a million messages.
 */
const usage = `Usage: npm run bench -- reading [--rate 200] [--seconds 10] [--sends 20] [--messages 1000000]
  --rate      reads a second
  --seconds   of one run
  --sends     messages a second meanwhile
  --messages  how many there are in the largest chat`;
const beside = 100;

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    numbers: {
      rate: { fallback: 200, min: 1, max: 100_000 },
      seconds: { fallback: 10, min: 1, max: 3600 },
      sends: { fallback: 20, min: 1, max: 100_000 },
      messages: { fallback: 1_000_000, min: 1, max: 100_000_000 },
    },
    usage,
  });
  const load = { rate: options.number('rate'), seconds: options.number('seconds'), sends: options.number('sends') };
  sayIfNotPinned();
  await measure(load, options.number('messages'));
}

interface ReadLoad {
  /** Reads and sends a second. */
  readonly rate: number;
  readonly sends: number;
  readonly seconds: number;
}

async function measure(wanted: ReadLoad, messages: number): Promise<void> {
  const { rate, seconds, sends } = wanted;
  pin(process.pid, generatorCore);
  const target = await startKoinonia();
  const generator = startGenerator();
  try {
    const people = await target.people(beside + 1);
    const reader = people[beside]!;
    console.error(`${messages} messages …`);
    const largest = await fillForReading(target, reader, people.slice(0, beside), messages);
    const members = people.slice(0, beside);
    const chat = (await target.openChats([members]))[0] ?? '';
    const crowd: Crowd = {
      places: target.places,
      sends: target.sends,
      members: members.map(({ token }) => ({ token, chats: [chat] })),
      senders: [0, 1, 2, 3, 4].map((member) => ({ member, chat })),
    };
    await generator.run({ kind: 'connect', crowd, atOnce: 32 });

    const anywhere = () => 1 + Math.floor(Math.random() * messages);
    const readings: Record<string, () => string> = {
      'the list of 200 chats': () => '/api/chat',
      'the newest page of the chat': () => `/api/chat/${largest}/messages`,
      'a page anywhere in it': () => `/api/chat/${largest}/messages?before=${anywhere()}`,
    };
    for (const [name, path] of Object.entries(readings)) {
      const read = (time: number) =>
        readAtRate({ place: target.places[0]!, token: reader.token, path, rate, seconds: time });
      await read(5);
      const before = cpuOf(target);
      // The load begins before the reads and ends after them.
      const load = generator.run({ kind: 'open', rate: sends, seconds: seconds + 2 });
      const reading = await read(seconds);
      const cpu = byKind(since(before, cpuOf(target)), seconds);
      const { load: found } = await load;
      print(name, wanted, { reading, cpu, delivery: found?.p99 ?? NaN });
    }
  } finally {
    await generator.stop();
    await target.stop();
  }
}

function print(
  name: string,
  { rate, sends }: ReadLoad,
  found: { reading: Reading; cpu: ReturnType<typeof byKind>; delivery: number },
): void {
  const { reading, cpu, delivery } = found;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `${name}: ${reading.answered} answers of ${Math.round(reading.bytes / 1024)} KiB, p50 ${ms(reading.p50)}, ` +
      `p99 ${ms(reading.p99)}, ${reading.failed} failed; messages meanwhile p99 ${ms(delivery)}; ` +
      `% of a core: ${kinds.map((kind) => `${kind} ${(cpu[kind] * 100).toFixed(0)}`).join(', ')}`,
  );
  console.log(JSON.stringify({ name, rate, sends, ...reading, delivery, cpu }));
}

await runBench(main);
