import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';

const checkout = join(import.meta.dirname, '..', '..');

/** A command's messages, from both outputs, and its result. */
export interface Run {
  readonly code: number | null;
  readonly said: string;
}

/** A command of the demo as run at the terminal. `stopAfter` presses Ctrl-C as soon as this text was printed. */
export async function runDemo(
  command: 'seed' | 'flood',
  args: readonly string[],
  environment: Record<string, string>,
  stopAfter?: RegExp,
): Promise<Run> {
  const child = spawn(process.execPath, [join(checkout, 'infra', 'demo', command, 'main.ts'), ...args], {
    cwd: checkout,
    env: { ...surroundings(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      const before = said;
      said += chunk.toString();
      if (stopAfter?.test(said) && !stopAfter.test(before)) child.kill('SIGINT');
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
