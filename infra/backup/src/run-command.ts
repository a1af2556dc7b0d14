import { ConfigError } from '@koinonia/kit/process/config.ts';
import { EndedEarly, untilSignal } from '@koinonia/kit/process/shutdown.ts';

/** A failure with a message for the person at the terminal: the problem and the remedy. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/**
 * Runs a command with its arguments, until a signal aborts `ending`. Expected errors are shown in plain words, unexpected
 * ones in full.
 */
export async function runCommand(
  command: (args: readonly string[], ending: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await untilSignal((ending) => command(process.argv.slice(2), ending));
  } catch (error) {
    console.error(isPlain(error) ? `\n${error.message}` : error);
    // At once: what was written to an output that nobody reads would keep the process.
    process.exit(process.exitCode ?? 1);
  }
}

/** What the system says is plain as well, such as `EACCES: permission denied, open`. */
const isPlain = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof EndedEarly ||
  error instanceof ConfigError ||
  (error instanceof Error && (error.name === 'PlainError' || 'syscall' in error));
