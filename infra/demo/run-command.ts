import { ConfigError } from '@koinonia/kit/config.ts';
import { PlainError } from '../solo/plain-error.ts';

/** Runs a command with its arguments. Expected errors are shown in plain words; unexpected ones in full. */
export async function runCommand(command: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    const isPlain = error instanceof PlainError || error instanceof ConfigError;
    console.error(isPlain ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
