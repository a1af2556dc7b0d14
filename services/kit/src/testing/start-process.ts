import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { surroundings } from './surroundings.ts';

/** Starts a program of ours as a process of its own, and waits until it listens. */
export async function startProcess(script: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { ...surroundings(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listeningAt(child);

  /** Returns the exit code. */
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  }

  return { url, pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function listeningAt(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
    if (msg !== 'listening' || !url) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error('the process did not start');
}
