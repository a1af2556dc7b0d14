import { ConfigError } from './config.ts';
import { PlainError } from './plain-error.ts';
import { EndedEarly, untilSignal } from './shutdown.ts';

/**
 * Runs a command with its arguments, until a signal aborts `ending`. Expected errors are shown in plain words, unexpected
 * ones in full; after either, the process exits.
 */
export async function runCommand(
  command: (args: readonly string[], ending: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await untilSignal((ending) => command(process.argv.slice(2), ending));
  } catch (error) {
    console.error(isPlain(error) ? `\n${error.message}` : error);
    // At once: output that nobody reads would keep the process alive.
    process.exit(process.exitCode ?? 1);
  }
}

/** What the system says is plain as well, such as `EACCES: permission denied, open`. */
const isPlain = (error: unknown): error is Error =>
  error instanceof PlainError ||
  error instanceof EndedEarly ||
  error instanceof ConfigError ||
  (error instanceof Error && 'syscall' in error);
