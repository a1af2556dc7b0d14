import { execFileSync } from 'node:child_process';

/** Only root on Linux may make a disk of its own for a test. */
export const mayMakeDisks = process.platform === 'linux' && process.getuid?.() === 0;

/** Puts an empty disk over a folder, of this size: `90m`, or a number of bytes. */
export function putDiskOver(folder: string, size: string) {
  const mount = (...options: string[]) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'koinonia', folder]);
  mount(`size=${size}`);
  return {
    /** Throws when more is stored on it. */
    resize: (wanted: string) => mount('remount', `size=${wanted}`),
    takeAway: () => execFileSync('umount', ['-l', folder]),
  };
}

export type SmallDisk = ReturnType<typeof putDiskOver>;
