import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';

const main = join(import.meta.dirname, '../../infra/backup/src/main.ts');

type Environment = Record<string, string>;

export interface Ended {
  readonly code: number | null;
  /** The command's messages, without the backup itself. */
  readonly said: string;
}

const start = (environment: Environment, args: readonly string[]) =>
  spawn(process.execPath, [main, ...args], { env: { ...surroundings(), ...environment } });

async function ended(program: ReturnType<typeof start>): Promise<Ended> {
  const [said] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  return { code: program.exitCode, said };
}

/** `npm run backup` or `npm run restore` with this environment. */
export function run(environment: Environment, ...args: readonly string[]): Promise<Ended> {
  return ended(start(environment, args));
}

/** `npm run backup -- - | npm run restore -- -`: from one installation to another, without a file in between. */
export async function move(from: Environment, to: Environment): Promise<{ backup: Ended; restore: Ended }> {
  const [backup, restore] = [start(from, ['backup', '-']), start(to, ['restore', '-'])];
  backup.stdout.pipe(restore.stdin);
  // A restore that refuses ends before the backup does, which must not wait for it.
  restore.stdin.on('error', () => {});
  restore.once('exit', () => backup.stdout.unpipe().resume());
  const [made, restored] = await Promise.all([ended(backup), ended(restore)]);
  return { backup: made, restore: restored };
}
