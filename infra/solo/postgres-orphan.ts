import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '@koinonia/kit/code-of.ts';
import type { Logger } from 'pino';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';

/** Ms within which it must end after each signal; the second tells it not to wait for anything. */
const endsWithin = 8000;

/**
 * Ends a PostgreSQL that still runs on this data because the process that started it was killed. The caller holds the lock
 * on the data folder, so nobody is using it. A pid file that names a foreign process, as after a restart of the machine, is
 * deleted: PostgreSQL would mistake that process for itself. Throws in plain words when it does not end.
 */
export async function endOrphan(
  pgData: string,
  log: Logger,
  { ending = new AbortController().signal, patience = endsWithin } = {},
): Promise<void> {
  const file = join(pgData, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  if (!isServerOf(pgData, pid)) {
    await rm(file, { force: true });
    return;
  }
  log.info({ pid }, 'ending the PostgreSQL that an earlier run has left behind');
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    tell(pid, signal);
    // A stopped process handles no other signal before this one.
    tell(pid, 'SIGCONT');
    const giveUpAt = performance.now() + patience;
    while (performance.now() < giveUpAt) {
      if (!isServerOf(pgData, pid)) return;
      await wait(50, undefined, { signal: ending });
    }
  }
  throw stuck(pid);
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It may have just ended; only a lack of permission is reported.
    if (codeOf(error) === 'EPERM') throw stuck(pid);
  }
}

const stuck = (pid: number) =>
  new PlainError(
    `A PostgreSQL that an earlier run has left behind (process ${pid}) still uses the data, and this start cannot end it. ` +
      `End it (kill -QUIT ${pid}), and start again.`,
  );

/** Whether that process is a PostgreSQL on this data, whatever the folder was called when it was started. */
function isServerOf(pgData: string, pid: number): boolean {
  const command = commandOf(pid);
  if (!/^(.*\/)?postgres -/.test(command)) return false;
  const folder = workingFolderOf(pid) ?? / -D (.+?)(?: -c |$)/.exec(command)?.[1];
  return folder !== undefined && realPath(folder) === realPath(pgData);
}

/**
 * The command of a running process; otherwise empty. A process that has ended stays listed, as a zombie, until its parent asks
 * how it ended, and in a container that parent may be a program that never asks.
 */
function commandOf(pid: number): string {
  try {
    // Linux tells this even where `ps` is not installed, as in small containers.
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1);
    return state?.startsWith('Z') ? '' : readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return listedCommandOf(pid);
  }
}

function listedCommandOf(pid: number): string {
  try {
    const listed = execFileSync('ps', ['-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return listed.startsWith('Z') ? '' : listed.replace(/^\S+\s+/, '');
  } catch {
    return '';
  }
}

/** PostgreSQL works in its data folder, wherever that has been moved since. Null where the system does not tell. */
function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
