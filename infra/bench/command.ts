import { PlainError } from '@koinonia/kit/process/plain-error.ts';
import { runCommand } from '@koinonia/kit/process/run-command.ts';
import { isPinned } from './processes.ts';

/** Runs a measurement. A signal ends it at once, and what it has started ends with this process. */
export const runBench = (measure: (args: readonly string[]) => Promise<void>): Promise<void> =>
  runCommand((args, ending) => Promise.race([measure(args), abortOf(ending)]));

const abortOf = (ending: AbortSignal) =>
  new Promise<never>((_, reject) =>
    ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true }),
  );

/** The numbers of an option such as `1,2,4`. Throws `PlainError` with the usage. */
export function listOfNumbers(name: string, text: string, usage: string): number[] {
  const numbers = text.split(',');
  if (numbers.every((number) => /^[1-9]\d{0,3}$/.test(number))) return numbers.map(Number);
  throw new PlainError(`--${name} must be numbers such as 1,2,4, and not '${text}'.\n\n${usage}`);
}

/** Those whose names contain this word. Throws a `PlainError` that names all when there is none. */
export function named<One extends { readonly name: string }>(option: string, word: string, all: readonly One[]): One[] {
  const chosen = all.filter(({ name }) => name.includes(word));
  if (chosen.length > 0) return chosen;
  throw new PlainError(`--${option} ${word}: none has that word: ${all.map(({ name }) => name).join(', ')}.`);
}

export function sayIfNotPinned(): void {
  if (!isPinned()) console.error('Servers and generator share all cores: this machine cannot pin them.');
}
