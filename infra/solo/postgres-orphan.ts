import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Ends a PostgreSQL that still runs on this data because the process that started it was killed. The caller holds the lock
 * on the data folder, so nobody is using it. A pid file that names a foreign process, as after a restart of the machine, is
 * deleted: PostgreSQL would mistake that process for itself.
 */
export async function endOrphan(pgData: string, log: Logger, ending = new AbortController().signal): Promise<void> {
  const file = join(pgData, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  if (!commandOf(pid).includes(pgData)) {
    await rm(file, { force: true });
    return;
  }
  log.info({ pid }, 'ending the PostgreSQL that an earlier run has left behind');
  process.kill(pid, 'SIGINT');
  for (let waited = 0; commandOf(pid) !== ''; waited += 50) {
    if (waited === 8000) process.kill(pid, 'SIGQUIT');
    await wait(50, undefined, { signal: ending });
  }
}

/**
 * The command of a running process; otherwise empty. A process that has ended stays listed, as a zombie, until its parent asks
 * how it ended, and in a container that parent may be a program that never asks.
 */
function commandOf(pid: number): string {
  try {
    const listed = execFileSync('ps', ['-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' });
    return listed.startsWith('Z') ? '' : listed;
  } catch {
    return '';
  }
}
