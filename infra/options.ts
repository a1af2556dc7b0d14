import { parseArgs } from 'node:util';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';

interface NumberOption {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
}

/** The options of a command: whole numbers, texts and switches, by name, each with its description for the usage. */
export interface Wanted {
  readonly numbers: Readonly<Record<string, NumberOption>>;
  readonly texts?: readonly string[];
  readonly switches?: readonly string[];
  readonly usage: string;
}

export interface Options {
  number(name: string): number;
  text(name: string): string | undefined;
  isOn(name: string): boolean;
}

/** Parses the arguments of a command. Throws `PlainError`, with the usage, for unknown ones; `--help` shows it and exits. */
export function readOptions(args: readonly string[], wanted: Wanted): Options {
  const { numbers, texts = [], switches = [], usage } = wanted;
  const refuse = (sentence: string) => new PlainError(`${sentence}\n\n${usage}`);
  const values = new Map(Object.entries(parsed()));
  if (values.get('help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const read = new Map(
    Object.entries(numbers).map(([name, { fallback, min, max }]): [string, number] => {
      const given = values.get(name);
      if (given === undefined) return [name, fallback];
      const number = /^\d+$/.test(String(given)) ? Number(given) : Number.NaN;
      if (!(number >= min && number <= max))
        throw refuse(`--${name} must be a whole number from ${min} to ${max}, and not '${given}'.`);
      return [name, number];
    }),
  );
  return {
    number(name) {
      const number = read.get(name);
      if (number === undefined) throw new Error(`there is no option ${name}`);
      return number;
    },
    text(name) {
      const value = values.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    isOn: (name) => values.get(name) === true,
  };

  function parsed() {
    const asText = [...Object.keys(numbers), ...texts].map((name) => [name, { type: 'string' as const }]);
    const asSwitch = [...switches, 'help'].map((name) => [name, { type: 'boolean' as const }]);
    try {
      return parseArgs({ args: [...args], options: Object.fromEntries([...asText, ...asSwitch]) }).values;
    } catch (error) {
      throw refuse(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error));
    }
  }
}
