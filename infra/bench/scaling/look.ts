import { readFileSync } from 'node:fs';
import { cpuSeconds, memoryKib, pidsOf } from '../processes.ts';
import type { Measured, Target } from '../target.ts';

/** The processes that are counted together. */
export const kinds = ['gateway', 'chat', 'Redis', 'PostgreSQL', 'others'] as const;
export type Kind = (typeof kinds)[number];
export type ByKind = Readonly<Record<Kind, number>>;

const kindOf = ({ name }: Measured): Kind =>
  kinds.find((kind) => name === kind || name.startsWith(`${kind} `)) ?? 'others';

const isKind =
  (kind: Kind) =>
  (one: Measured): boolean =>
    kindOf(one) === kind;

/** A value of each process: KiB of memory, or seconds of CPU. */
export type Each = ReadonlyMap<Measured, number>;

export const memoryOf = ({ processes }: Target): Each => new Map(processes.map((one) => [one, memoryKib(one)]));
export const cpuOf = ({ processes }: Target): Each => new Map(processes.map((one) => [one, cpuSeconds(one)]));

export const since = (before: Each, after: Each): Each =>
  new Map([...after].map(([one, value]) => [one, value - (before.get(one) ?? 0)]));

/** The sum over the processes of each kind, divided by `divisor`. */
export function byKind(each: Each, divisor = 1): ByKind {
  const sum = (kind: Kind) => listOf(each, kind).reduce((all, value) => all + value, 0) / divisor;
  return Object.fromEntries(kinds.map((kind) => [kind, sum(kind)])) as ByKind;
}

/** The average for one process of each kind. */
export const byProcess = (each: Each): ByKind =>
  Object.fromEntries(
    kinds.map((kind) => [kind, byKind(each)[kind] / Math.max(1, listOf(each, kind).length)]),
  ) as ByKind;

export const listOf = (each: Each, kind: Kind): number[] =>
  [...each].filter(([one]) => isKind(kind)(one)).map(([, value]) => value);

/** The number of sockets that each gateway, or each chat node, holds, by its own metrics. */
export function socketsOf(target: Target, kind: 'gateway' | 'chat'): Promise<number[]> {
  return Promise.all(
    target.processes.filter(isKind(kind)).map(async ({ port }) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(new RegExp(`^${kind}_sockets\\{.*\\} (\\d+)$`, 'm').exec(text)?.[1]);
    }),
  );
}

/** The number of client connections to PostgreSQL: each has a process whose title contains the client's address. */
export function databaseConnections({ processes }: Target): number {
  const postgres = processes.find(isKind('PostgreSQL'));
  return postgres ? pidsOf(postgres).filter((pid) => / \d+(\.\d+){3}\(\d+\) /.test(titleOf(pid))).length : 0;
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
