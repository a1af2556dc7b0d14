import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Measured } from './target.ts';

/** All servers share one core, the generator has another, if the machine has two and allows pinning. */
const pinned = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;
export const serverCore = 0;
export const generatorCore = 1;

export const isPinned = (): boolean => pinned;

/** Binds a running process, with all its threads, to a core. Children that it starts later stay there, too. */
export function pin(pid: number, core: number): void {
  if (pinned) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** It ends with this process. */
function kept(child: ChildProcess): ChildProcess {
  running.add(child);
  return child.once('exit', () => running.delete(child));
}

type Environment = Record<string, string>;

/** Starts a script on a core; its output is shown only if it fails. */
export function startScript(
  script: string,
  args: readonly string[],
  environment: Environment,
  core: number,
): ChildProcess {
  const child = kept(
    fork(script, args, {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  pin(child.pid ?? 0, core);
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** A program such as Redis, on the servers' core. */
export function startProgram(program: string, args: readonly string[]): ChildProcess {
  const child = kept(spawn(program, args, { stdio: 'ignore' }));
  pin(child.pid ?? 0, serverCore);
  return child;
}

const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100;

/** Seconds of CPU used so far, including children if they are measured with it. */
export function cpuSeconds(one: Measured): number {
  return pidsOf(one).reduce((sum, pid) => sum + cpuOf(pid), 0);
}

/** KiB of its own memory, with shared pages counted in part (PSS). */
export function memoryKib(one: Measured): number {
  return pidsOf(one).reduce((sum, pid) => sum + pssOf(pid), 0);
}

/** The process, and its children if they are measured with it. */
export function pidsOf({ pid, withChildren }: Measured): number[] {
  if (!withChildren) return [pid];
  const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(Number(entry)) === pid);
  return [pid, ...children.map(Number)];
}

const fieldsOf = (pid: number) =>
  read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
const parentOf = (pid: number) => Number(fieldsOf(pid)[1]);

/** Its own time, and that of ended children: PostgreSQL's connection processes come and go. */
function cpuOf(pid: number): number {
  const fields = fieldsOf(pid);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond || 0;
}

const pssOf = (pid: number) => Number(/^Pss: *(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
