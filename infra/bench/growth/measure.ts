import { setTimeout as wait } from 'node:timers/promises';
import type { Generator } from '../generator-process.ts';
import type { Crowd, Job } from '../generator/jobs.ts';
import { byKind, type ByKind, cpuOf, type Each, kinds, memoryOf, since } from '../scaling/look.ts';
import type { Target, TargetPerson } from '../target.ts';
import { fill, type Group, type Size } from './fill.ts';
import { readBetween, type Table, tablesOf } from './tables.ts';

/** The results for one size. */
export interface Grown extends Size {
  readonly times: number;
  /** Microseconds of CPU for a send into a group of ten: the median run by process kind, and the total of each run. */
  readonly cpuOfSend: ByKind;
  readonly cpuOfSendInRuns: readonly number[];
  readonly sendsASecond: number;
  /** Ms until a message is delivered. */
  readonly p99: number;
  /** KiB for each idle connection. */
  readonly memory: ByKind;
  /** KiB without connections. */
  readonly memoryEmpty: ByKind;
  /** Microseconds of CPU to accept a connection, and for each second that it is idle. */
  readonly cpuOfConnecting: ByKind;
  readonly cpuOfListening: ByKind;
  readonly tables: readonly Table[];
  /** Rows of the database that are read per second while nothing happens, and while messages are sent. */
  readonly readIdle: readonly (readonly [table: string, rate: number])[];
  readonly readBusy: readonly (readonly [table: string, rate: number])[];
  readonly generatorBusy: number;
}

const runs = 3;
const inFlight = 20;
const warmUp: Job = { kind: 'closed', inFlight, seconds: 6 };
/** Seconds until V8 has freed the memory used for filling and connecting, and the pools have closed idle connections. */
const settle = 12;
const listen = 8;

/** Measures with everybody of this size connected: the cost of the connections, and of a send. */
export async function measureSize(target: Target, generator: Generator, size: Size, times: number, seconds: number) {
  const crowd = crowdOf(target, await fill(target, size), await target.people(size.people));
  const connected = await connect(target, generator, crowd);

  await generator.run(warmUp);
  const before = await tablesOf(target);
  const sends = [];
  for (let run = 0; run < runs; run += 1) sends.push(await send(target, generator, seconds));
  const after = await tablesOf(target);
  await generator.run({ kind: 'leave' });

  const inOrder = sends.toSorted((one, other) => sumOf(one.cpuOfSend) - sumOf(other.cpuOfSend));
  const grown: Grown = {
    ...size,
    times,
    ...connected,
    ...inOrder[Math.floor(runs / 2)]!,
    cpuOfSendInRuns: inOrder.map(({ cpuOfSend }) => sumOf(cpuOfSend)),
    tables: after,
    readBusy: readBetween(before, after, runs * seconds),
    generatorBusy: Math.max(...sends.map(({ generatorBusy }) => generatorBusy)),
  };
  return grown;
}

/** The cost of a send alone: without the cost of all idle connections in the same time. */
export function cpuOfSendAlone({ cpuOfSend, cpuOfListening, people, sendsASecond }: Grown): ByKind {
  const alone = kinds.map((kind) => [kind, cpuOfSend[kind] - (cpuOfListening[kind] * people) / sendsASecond]);
  return Object.fromEntries(alone) as ByKind;
}

export const sumOf = (each: ByKind): number => Object.values(each).reduce((sum, one) => sum + one, 0);

async function connect(target: Target, generator: Generator, crowd: Crowd) {
  const count = crowd.members.length;
  await wait(settle * 1000);
  const [memory, cpu] = [memoryOf(target), cpuOf(target)];
  await generator.run({ kind: 'connect', crowd, atOnce: 64 });
  const cpuOfConnecting = byKind(microseconds(since(cpu, cpuOf(target))), count);

  await wait(settle * 1000);
  const [tables, settled] = [await tablesOf(target), cpuOf(target)];
  await wait(listen * 1000);
  return {
    memoryEmpty: byKind(memory),
    memory: byKind(since(memory, memoryOf(target)), count),
    cpuOfConnecting,
    cpuOfListening: byKind(microseconds(since(settled, cpuOf(target))), count * listen),
    readIdle: readBetween(tables, await tablesOf(target), listen),
  };
}

async function send(target: Target, generator: Generator, seconds: number) {
  const before = cpuOf(target);
  const { load, own } = await generator.run({ kind: 'closed', inFlight, seconds });
  if (!load) throw new Error('the job gave no load');
  if (load.arrived < load.expected) {
    console.error(`  ${load.expected - load.arrived} of ${load.expected} messages did not arrive in time`);
  }
  return {
    cpuOfSend: byKind(microseconds(since(before, cpuOf(target))), load.acknowledged),
    sendsASecond: load.sends,
    p99: load.p99,
    generatorBusy: own.cpu,
  };
}

const microseconds = (each: Each): Each => new Map([...each].map(([one, seconds]) => [one, seconds * 1e6]));

/** Each group in turn, so that a chat has rarely had a send a moment ago. */
function crowdOf(target: Target, groups: readonly Group[], people: readonly TargetPerson[]): Crowd {
  const places = new Map(people.map((person, place) => [person, place]));
  const chats = people.map((): string[] => []);
  const senders = groups.map(({ id, members }, turn) => {
    for (const one of members) chats[places.get(one)!]!.push(id);
    return { member: places.get(members[turn % members.length]!)!, chat: id };
  });
  const members = people.map(({ token }, place) => ({ token, chats: chats[place]! }));
  return { places: target.places, sends: target.sends, members, senders };
}
