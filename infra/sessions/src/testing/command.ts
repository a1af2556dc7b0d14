import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';

const main = join(import.meta.dirname, '../main.ts');

/** `npm run end-sessions` with this environment: its exit code, and what it says. */
export async function endSessions(environment: Record<string, string>, ...args: readonly string[]) {
  const program = spawn(process.execPath, [main, ...args], { env: { ...surroundings(), ...environment } });
  const [said, complaint] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'exit')]);
  return { code: program.exitCode, said, complaint };
}
