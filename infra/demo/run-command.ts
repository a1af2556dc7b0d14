import { ConfigError } from '@koinonia/kit/config.ts';
import { PlainError } from '../solo/plain-error.ts';

/** Runs a command with its arguments. What is wrong is said in plain words; what nobody foresaw is shown whole. */
export async function runCommand(command: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    const isPlain = error instanceof PlainError || error instanceof ConfigError;
    console.error(isPlain ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
