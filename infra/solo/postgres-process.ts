import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import type { OrdinaryUser } from './ordinary-user.ts';

/** A start sets a larger log aside, in place of the one set aside before. */
const largestLog = 10 * 1024 * 1024;

export interface ServerProcess {
  /** Resolves when it has ended in any way. */
  exited: Promise<void>;
  end(signal: NodeJS.Signals): void;
}

/** Starts a server in its own process group: a Ctrl-C in the terminal reaches only us, and we end the server at the end. */
export function startServer(
  command: string,
  args: string[],
  owner: OrdinaryUser | null,
  logFile: string,
): ServerProcess {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(logFile, `${logFile}.old`);
  const output = openSync(logFile, 'a', 0o600);
  const [program, ...rest] = commandLine(command, args, owner);
  const child = spawn(program!, rest, {
    detached: true,
    stdio: ['ignore', output, output],
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    ...identityOf(owner),
  });
  closeSync(output);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { exited, end: (signal) => void child.kill(signal) };
}

/** Runs a command to its end, which comes early when `ending` is aborted. Throws with its output when it fails. */
export async function runToEnd(
  command: string,
  args: string[],
  owner: OrdinaryUser | null,
  ending = new AbortController().signal,
): Promise<void> {
  const [program, ...rest] = commandLine(command, args, owner);
  ending.throwIfAborted();
  const running = promisify(execFile)(program!, rest, {
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] },
    ...identityOf(owner),
  });
  const end = () => void running.child.kill();
  ending.addEventListener('abort', end, { once: true });
  try {
    await running;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`${command} failed: ${said || String(error)}`, { cause: error });
  } finally {
    ending.removeEventListener('abort', end);
  }
}

const commandLine = (command: string, args: string[], owner: OrdinaryUser | null) => [
  ...(owner?.prefix ?? []),
  command,
  ...args,
];

/** With a prefix, that command changes the user itself. */
const identityOf = (owner: OrdinaryUser | null) =>
  owner && owner.prefix.length === 0 ? { uid: owner.uid, gid: owner.gid } : {};
