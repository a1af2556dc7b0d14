import { spawnSync } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user for a server that refuses to run as root. */
export interface OrdinaryUser {
  uid: number;
  gid: number;
  /** A command prefix that lets this user enter folders without permission; empty when all are open. */
  prefix: string[];
}

const nobody = 65_534;

/**
 * Null when this process is not root. Otherwise a user without rights who can still reach `paths`: a checkout below a closed
 * folder (`/root`, a folder of `mktemp`) is reached by one single capability, given by util-linux' setpriv.
 */
export async function asOrdinaryUser(paths: string[]): Promise<OrdinaryUser | null> {
  if (process.getuid?.() !== 0) return null;
  const open = (await Promise.all(paths.map(isOpenToAll))).every(Boolean);
  if (open) return { uid: nobody, gid: nobody, prefix: [] };
  const prefix = [
    'setpriv',
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Otherwise access(2), with which PostgreSQL looks for its own programs, ignores the capability.
    '--securebits=+no_setuid_fixup',
  ];
  if (spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status !== 0) {
    throw new Error(
      'PostgreSQL does not run as root, and no other user can reach this folder. ' +
        'Start as an ordinary user, or from a folder that is open to all.',
    );
  }
  return { uid: nobody, gid: nobody, prefix };
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
