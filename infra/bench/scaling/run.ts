import { setTimeout as wait } from 'node:timers/promises';
import type { Generator } from '../generator-process.ts';
import type { Crowd, Load } from '../generator/jobs.ts';
import type { Target } from '../target.ts';
import {
  byKind,
  type ByKind,
  byProcess,
  cpuOf,
  databaseConnections,
  listOf,
  memoryOf,
  since,
  socketsOf,
} from './look.ts';

export interface RunSize {
  readonly chatNodes: number;
  readonly people: number;
  /** Sends per second, in total. */
  readonly rate: number;
  readonly seconds: number;
}

/** The results with one number of chat nodes. */
export interface Run extends RunSize {
  readonly socketsByGateway: readonly number[];
  readonly socketsByNode: readonly number[];
  /** After all connections had been cut and were back. */
  readonly socketsByNodeAgain: readonly number[];
  /** KiB: of a process of each kind without connections, and of all processes of a kind per connection. */
  readonly memoryEmpty: ByKind;
  readonly memoryEach: ByKind;
  readonly databaseConnections: number;
  /** Seconds of CPU per second by node, and ms for a thousand deliveries by kind. */
  readonly cpuByNode: readonly number[];
  readonly cpuOfDeliveries: ByKind;
  /** The servers' total use as a fraction of the core. */
  readonly busy: number;
  readonly steady: Load;
  readonly saturated: Load;
  readonly generatorBusy: number;
}

const groupSize = 50;
const warmUp = { kind: 'closed', inFlight: 10, seconds: 2 } as const;
/** Long enough for periodic work, and for the remains of connecting. */
const settle = 8000;

/** Groups of 50 with everyone connected: the cost when idle, at a steady rate of sends, and at the maximum rate. */
export async function measureRun(target: Target, generator: Generator, size: RunSize): Promise<Run> {
  const crowd = await crowdOf(target, size.people);
  const empty = memoryOf(target);
  await generator.run({ kind: 'connect', crowd, atOnce: 64 });
  await wait(settle);
  const full = memoryOf(target);
  const sockets = {
    socketsByGateway: await socketsOf(target, 'gateway'),
    socketsByNode: await socketsOf(target, 'chat'),
  };

  await generator.run(warmUp);
  const before = cpuOf(target);
  const steady = await loadOf(generator, { kind: 'open', rate: size.rate, seconds: size.seconds });
  const cpu = since(before, cpuOf(target));
  const saturated = await loadOf(generator, { kind: 'closed', inFlight: 20, seconds: size.seconds });
  const connections = databaseConnections(target);

  await generator.run({ kind: 'cut', pause: [1000, 5000] });
  await wait(1000);
  const socketsByNodeAgain = await socketsOf(target, 'chat');
  await generator.run({ kind: 'leave' });
  const used = [...cpu.values()].reduce((sum, one) => sum + one, 0);
  return {
    ...size,
    ...sockets,
    socketsByNodeAgain,
    memoryEmpty: byProcess(empty),
    memoryEach: byKind(since(empty, full), size.people),
    databaseConnections: connections,
    cpuByNode: listOf(cpu, 'chat').map((seconds) => seconds / steady.seconds),
    cpuOfDeliveries: byKind(cpu, steady.load.arrived / 1e6),
    busy: used / steady.seconds,
    steady: steady.load,
    saturated: saturated.load,
    generatorBusy: Math.max(steady.own.cpu, saturated.own.cpu),
  };
}

/** Everybody is in one group and sends in turn. */
async function crowdOf(target: Target, count: number): Promise<Crowd> {
  const people = await target.people(count);
  const groups = Array.from({ length: count / groupSize }, (_, index) =>
    people.slice(index * groupSize, (index + 1) * groupSize),
  );
  const chats = await target.openChats(groups);
  const chatOf = (index: number) => chats[Math.floor(index / groupSize)] ?? '';
  // Consecutive senders are in different groups.
  const turns = Array.from(
    { length: count },
    (_, turn) => ((turn * groupSize) % count) + Math.floor((turn * groupSize) / count),
  );
  return {
    places: target.places,
    sends: target.sends,
    members: people.map(({ token }, index) => ({ token, chats: [chatOf(index)] })),
    senders: turns.map((member) => ({ member, chat: chatOf(member) })),
  };
}

async function loadOf(generator: Generator, job: Parameters<Generator['run']>[0]) {
  const { load, ...rest } = await generator.run(job);
  if (!load) throw new Error('the job gave no load');
  return { load, ...rest };
}
