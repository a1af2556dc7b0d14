import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { inShort } from './log-lines.ts';
import { setTimeout as wait } from 'node:timers/promises';

const checkout = join(import.meta.dirname, '../..');
const keptLines = 20_000;
/** Otherwise the memory of a process says little: V8 would keep up to 128 MB for short-lived objects (decision 105). */
const asInTheImage = '--max-semi-space-size=4';
// A whole cluster that starts at once on a busy machine is slow.
const startsWithin = 110_000;

/** A process of the product that a test can end in every possible way, and start again at the same address. */
export interface ProductProcess {
  readonly name: string;
  readonly url: string;
  /** Resolves when it is ready. Rejects, with its output, when it ends before that. */
  start(): Promise<void>;
  /** SIGKILL: no shutdown code runs. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves with the exit status. */
  stop(): Promise<number | null>;
  /** SIGSTOP: it exists but does nothing, as on a machine that swaps. */
  freeze(): void;
  thaw(): void;
  /** Any other signal, which does not end it. */
  signal(name: NodeJS.Signals): void;
  isRunning(): boolean;
  /** A summary of its recent warnings and errors. */
  complaints(): string[];
  /** Its recent output, unchanged. */
  lines(): readonly string[];
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Describes a process; `start()` starts it. `script` is a path in the checkout, `url` its future address. `root` returns at
 * each start the folder of the code, for a version other than the checkout's.
 */
export function productProcess(options: {
  name: string;
  script: string;
  root?: () => string;
  url: string;
  environment: Record<string, string>;
  /** The prefix of the command, to run it in a network of its own. */
  enter?: readonly string[];
}): ProductProcess {
  const { name, url } = options;
  const lines: string[] = [];
  let child: ChildProcess | null = null;
  let exited: Promise<unknown> = Promise.resolve();

  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;

  function launch() {
    const [program, ...args] = [...(options.enter ?? []), process.execPath, options.script];
    const started = spawn(program, args, {
      cwd: options.root?.() ?? checkout,
      env: { ...surroundings(), NODE_OPTIONS: asInTheImage, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (lines.length > keptLines) lines.shift();
      });
    }
    running.add(started);
    exited = once(started, 'exit').finally(() => running.delete(started));
    return started;
  }

  async function end(signal: NodeJS.Signals) {
    if (!child || !isRunning()) return null;
    const ending = child;
    // A stopped process handles no other signal than SIGKILL.
    if (signal !== 'SIGKILL') ending.kill('SIGCONT');
    ending.kill(signal);
    await exited;
    return ending.exitCode;
  }

  return {
    name,
    url,
    isRunning,
    async start() {
      child = launch();
      const giveUpAt = Date.now() + startsWithin;
      while (!(await isReady(url))) {
        if (!isRunning())
          throw new Error(`${name} ended instead of starting:\n${inShort(lines).slice(-20).join('\n')}`);
        if (Date.now() > giveUpAt) throw new Error(`${name} is not ready:\n${inShort(lines).slice(-20).join('\n')}`);
        await wait(100);
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    signal: (name) => void child?.kill(name),
    complaints: () => inShort(lines),
    lines: () => lines,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
