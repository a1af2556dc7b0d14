import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';
import { runCommand } from '@koinonia/kit/process/run-command.ts';
import { type Mutant, mutants } from './rules.ts';

/*
 * Breaks one rule after another in a copy of the committed code, and checks that the test named for it fails:
 * `npm run mutants`, or `npm run mutants -- admin` for the rules that contain this word.
 */
const checkout = join(import.meta.dirname, '../..');

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

async function main([word = '']: readonly string[], ending: AbortSignal): Promise<void> {
  const chosen = mutants.filter(({ rule }) => rule.includes(word));
  if (chosen.length === 0)
    throw new PlainError(`No rule contains '${word}':\n${mutants.map(({ rule }) => `  ${rule}`).join('\n')}`);
  const copy = await mkdtemp(join(tmpdir(), 'koinonia-mutants-'));
  try {
    await tryAll(chosen, { copy, ending });
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Place {
  readonly copy: string;
  readonly ending: AbortSignal;
}

async function tryAll(chosen: readonly Mutant[], place: Place): Promise<void> {
  const { copy, ending } = place;
  await ended('git', ['clone', '--quiet', checkout, copy], { ending });
  const setUp = await ended(process.execPath, ['infra/setup/setup.mjs'], { cwd: copy, ending });
  if (setUp.code !== 0) throw new Error(`The copy cannot be set up:\n${setUp.said}`);
  const already = new Set(await failing([...new Set(chosen.map(({ caughtIn }) => caughtIn))], '', place));
  console.log('| rule | broken like this | and who says so |\n|---|---|---|');
  for (const mutant of chosen) {
    const caughtBy = (await failingBy(mutant, place)).find((test) => !already.has(test));
    if (caughtBy === undefined) process.exitCode = 1;
    console.log(`| ${mutant.rule} | ${mutant.broken} | ${caughtBy ?? '**nobody**'} |`);
  }
}

/** Runs a program to its end; a signal for this process ends it early. */
async function ended(
  program: string,
  args: readonly string[],
  { ending, ...options }: { ending: AbortSignal; cwd?: string; env?: NodeJS.ProcessEnv },
) {
  ending.throwIfAborted();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const end = () => void child.kill();
  ending.addEventListener('abort', end);
  const [code] = (await once(child, 'close')) as [number | null];
  ending.removeEventListener('abort', end);
  ending.throwIfAborted();
  return { code, said };
}

async function failingBy({ file, from, to, caughtIn, caughtBy }: Mutant, place: Place): Promise<string[]> {
  const path = join(place.copy, file);
  const source = await readFile(path, 'utf8');
  const [before, after, ...more] = source.split(from);
  if (after === undefined || more.length > 0) throw new Error(`${file} says no more, or not once: ${from}`);
  await writeFile(path, `${before}${to}${after}`);
  try {
    return await failing([caughtIn], caughtBy, place);
  } finally {
    await writeFile(path, source);
  }
}

/** The full names of the failing tests in these files. */
async function failing(files: string[], name: string, { copy, ending }: Place): Promise<string[]> {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  const vitest = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '--testNamePattern', quoted(name)];
  const { said } = await ended(process.execPath, [...vitest, '--reporter=json', `--outputFile=${report}`], {
    cwd: copy,
    ending,
    env: { ...process.env, PATH: `${join(copy, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  // The test did not run, because the edit is invalid code or the test has another name: that does not count as caught.
  if (ran.length === 0) throw new Error(`no test called ‘${name}’ of ${files.join(', ')} can run:\n${said}`);
  return ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

await runCommand(main);
