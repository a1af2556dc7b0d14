import { spawnSync } from 'node:child_process';

/** Whether a process is still at work: a zombie (state Z) is listed until its parent asks how it ended, but does nothing. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
