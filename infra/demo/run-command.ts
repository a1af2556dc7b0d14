import { ConfigError } from '@koinonia/kit/process/config.ts';
import { EndedEarly, untilSignal } from '@koinonia/kit/process/shutdown.ts';
import { PlainError } from '../solo/plain-error.ts';

/**
 * Runs a command with its arguments, until a signal aborts `ending`. Expected errors are shown in plain words; unexpected
 * ones in full.
 */
export async function runCommand(
  command: (args: readonly string[], ending: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await untilSignal((ending) => command(process.argv.slice(2), ending));
  } catch (error) {
    const isPlain = error instanceof PlainError || error instanceof ConfigError || error instanceof EndedEarly;
    console.error(isPlain ? `\n${error.message}` : error);
    process.exitCode ??= 1;
  }
}
