import { setTimeout as wait } from 'node:timers/promises';
import type { Generator } from './generator-process.ts';
import type { Crowd, Job, Load, Result } from './generator/jobs.ts';
import { cpuSeconds, memoryKib } from './processes.ts';
import type { Target, TargetPerson } from './target.ts';

/** A figure that a scenario measured: its name, its unit, and the number. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** The generator was at its limit: the number describes the generator and not the target. */
  readonly generatorWasTheLimit: boolean;
}

export interface Sizes {
  /** Seconds of a run. */
  readonly seconds: number;
  readonly idle: number;
  readonly directChats: number;
}

export interface Scenario {
  readonly name: string;
  run(target: Target, generator: Generator, sizes: Sizes): Promise<Figure[]>;
}

/** Ms: the p99 up to which a rate counts as sustained. */
const acceptable = 250;
/** The fraction of its core above which the generator is the limit. */
const busy = 0.9;
const connectAtOnce = 64;
/** Ms within which V8, when idle, frees the memory that was needed only for connecting. */
const settlesWithin = 15_000;

const figure = (name: string, unit: string, value: number, { own }: Result): Figure => ({
  name,
  unit,
  value,
  generatorWasTheLimit: own.cpu > busy,
});

/** Connects a crowd, runs the scenario, and disconnects it. */
async function withCrowd<Found>(
  target: Target,
  generator: Generator,
  groups: readonly (readonly TargetPerson[])[],
  sendersOf: (group: readonly TargetPerson[]) => readonly TargetPerson[],
  act: () => Promise<Found>,
): Promise<Found> {
  const chats = await target.openChats(groups);
  const members = [...new Set(groups.flat())];
  const places = new Map(members.map((person, index) => [person, index]));
  const chatsOf = new Map<TargetPerson, string[]>();
  groups.forEach((group, index) => {
    for (const person of group) chatsOf.set(person, [...(chatsOf.get(person) ?? []), chats[index]!]);
  });
  const crowd: Crowd = {
    places: target.places,
    sends: target.sends,
    members: members.map((person) => ({ token: person.token, chats: chatsOf.get(person) ?? [] })),
    senders: turnsOf(
      groups.map((group, index) => sendersOf(group).map((one) => ({ member: places.get(one)!, chat: chats[index]! }))),
    ),
  };
  await generator.run({ kind: 'connect', crowd, atOnce: connectAtOnce });
  try {
    return await act();
  } finally {
    await generator.run({ kind: 'leave' });
  }
}

/** One sender of each chat after another, so that consecutive sends are in different chats. */
function turnsOf<One>(lists: readonly (readonly One[])[]): One[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}

/** `count` groups of `size` people each; nobody is in two. */
async function separateGroups(target: Target, count: number, size: number): Promise<TargetPerson[][]> {
  const people = await target.people(count * size);
  return Array.from({ length: count }, (_, index) => people.slice(index * size, (index + 1) * size));
}

async function load(generator: Generator, job: Job): Promise<{ load: Load; result: Result }> {
  const result = await generator.run(job);
  if (!result.load) throw new Error('the job gave no load');
  if (result.load.arrived < result.load.expected) {
    console.error(
      `  ${result.load.expected - result.load.arrived} of ${result.load.expected} messages did not arrive in time`,
    );
  }
  return { load: result.load, result };
}

/** Does a job, and measures the CPU that each process of the target used for it. */
async function loadWithCpu(target: Target, generator: Generator, job: Job) {
  const before = target.processes.map(cpuSeconds);
  const { load: found, result } = await load(generator, job);
  const used = target.processes.map((one, index) => cpuSeconds(one) - before[index]!);
  const all = used.reduce((sum, one) => sum + one, 0);
  const cpu = [
    figure('deliveries a second of server CPU', '1/s', found.arrived / all, result),
    figure('CPU for 1,000 deliveries', 'ms', (all * 1e6) / found.arrived, result),
    ...target.processes.map(({ name }, index) =>
      figure(`of it, ${name}`, 'ms', (used[index]! * 1e6) / found.arrived, result),
    ),
  ];
  return { load: found, result, cpu };
}

/** The generator's own load during a run. */
const ownFigures = ({ own }: Result): Figure[] => [
  { name: 'the generator: part of its core', unit: '', value: own.cpu, generatorWasTheLimit: own.cpu > busy },
  {
    name: 'the generator: delay of its event loop, p99',
    unit: 'ms',
    value: own.lag,
    generatorWasTheLimit: own.cpu > busy,
  },
];

/** Long enough for V8 to compile the hot code: the results should hold for servers that run for days. */
const warmUp: Job = { kind: 'closed', inFlight: 20, seconds: 6 };

/** A group of 100 with 5 senders. */
const largeGroup: Scenario = {
  name: 'a group of 100, 5 senders',
  async run(target, generator, { seconds }) {
    const group = await target.people(100);
    return withCrowd(
      target,
      generator,
      [group],
      (people) => people.slice(0, 5),
      async () => {
        await generator.run(warmUp);
        const closed = await loadWithCpu(target, generator, { kind: 'closed', inFlight: 20, seconds });
        const steady = await load(generator, { kind: 'open', rate: 20, seconds });
        const sustained = await highestRate(generator, seconds / 2, closed.load.sends / 2);
        return [
          figure('deliveries, closed loop', '1/s', closed.load.deliveries, closed.result),
          figure('sends, closed loop', '1/s', closed.load.sends, closed.result),
          figure('delivery at 20 sends a second, p50', 'ms', steady.load.p50, steady.result),
          figure('delivery at 20 sends a second, p99', 'ms', steady.load.p99, steady.result),
          figure(`sends at p99 under ${acceptable} ms`, '1/s', sustained.rate, sustained.result),
          ...closed.cpu,
          ...ownFigures(closed.result),
        ];
      },
    );
  },
};

/**
 * The highest rate, in steps of a quarter, at which deliveries keep up; starts from a rate that may be too high. A rate is
 * tried twice before it counts as too high: a machine that pauses for a moment says nothing about the target.
 */
async function highestRate(
  generator: Generator,
  seconds: number,
  from: number,
): Promise<{ rate: number; result: Result }> {
  const tryOnce = async (rate: number) => {
    const { load: found, result } = await load(generator, { kind: 'open', rate, seconds });
    // Not the time until the last acknowledgement: in a short run that would penalise a target with a long latency.
    const sends = found.acknowledged / seconds;
    const keptUp = found.p99 < acceptable && found.arrived === found.expected && sends > rate * 0.98;
    return { keptUp, rate: sends, result };
  };
  const tryRate = async (rate: number) => {
    const tried = await tryOnce(rate);
    return tried.keptUp ? tried : tryOnce(rate);
  };
  let best = await tryRate(from);
  let step = from;
  while (!best.keptUp && step > 1) best = await tryRate((step /= 1.25));
  if (step < from) return best;
  for (;;) {
    const next = await tryRate((step *= 1.25));
    if (!next.keptUp) return best;
    best = next;
  }
}

const groupsOf = (count: number, size: number): Scenario => ({
  name: `${count} groups of ${size}, everyone sends`,
  async run(target, generator, { seconds }) {
    const groups = await separateGroups(target, count, size);
    return withCrowd(
      target,
      generator,
      groups,
      (people) => people,
      async () => {
        await generator.run(warmUp);
        const {
          load: found,
          result,
          cpu,
        } = await loadWithCpu(target, generator, {
          kind: 'closed',
          inFlight: 20,
          seconds,
        });
        return [figure('deliveries, closed loop', '1/s', found.deliveries, result), ...cpu, ...ownFigures(result)];
      },
    );
  },
});

const directChats: Scenario = {
  name: 'direct chats',
  async run(target, generator, { seconds, directChats: count }) {
    const pairs = await separateGroups(target, count, 2);
    return withCrowd(
      target,
      generator,
      pairs,
      (people) => people.slice(0, 1),
      async () => {
        await generator.run(warmUp);
        const job: Job = { kind: 'closed', inFlight: 50, seconds };
        const { load: found, result, cpu } = await loadWithCpu(target, generator, job);
        return [
          figure('acknowledged sends', '1/s', found.sends, result),
          figure('delivery, p99', 'ms', found.p99, result),
          ...cpu,
          ...ownFigures(result),
        ];
      },
    );
  },
};

/** Many idle listeners, who are all cut off at once. */
const manyConnections: Scenario = {
  name: 'many connections',
  async run(target, generator, { idle }) {
    const groups = await separateGroups(target, idle / 50, 50);
    const before = target.processes.map(memoryKib);
    return withCrowd(
      target,
      generator,
      groups,
      (people) => people.slice(0, 1),
      async () => {
        await wait(settlesWithin);
        const after = target.processes.map(memoryKib);
        const each = after.map((kib, index) => (kib - before[index]!) / idle);
        const cut = await generator.run({ kind: 'cut', pause: [1000, 5000] });
        return [
          figure(
            'memory of a connection',
            'KiB',
            each.reduce((sum, one) => sum + one, 0),
            cut,
          ),
          ...target.processes.map(({ name }, index) => figure(`of it, memory of ${name}`, 'KiB', each[index]!, cut)),
          figure(`until ${idle} that were cut are back`, 's', cut.seconds, cut),
        ];
      },
    );
  },
};

const accepting: Scenario = {
  name: 'accepting',
  async run(target, generator, { idle }) {
    const count = Math.min(2000, idle);
    const groups = await separateGroups(target, count / 50, 50);
    const chats = await target.openChats(groups);
    const members = groups.flatMap((group, index) => group.map(({ token }) => ({ token, chats: [chats[index]!] })));
    const crowd: Crowd = { places: target.places, sends: target.sends, members, senders: [] };
    const accepted = await generator.run({ kind: 'connect', crowd, atOnce: 256 });
    await generator.run({ kind: 'leave' });
    return [figure(`accepting ${count} connections`, 's', accepted.seconds, accepted)];
  },
};

export const scenarios: readonly Scenario[] = [
  largeGroup,
  groupsOf(200, 10),
  groupsOf(20, 50),
  directChats,
  accepting,
  manyConnections,
];
