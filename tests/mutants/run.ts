import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, mutants } from './rules.ts';

/*
 * Breaks one rule after another in a copy of the committed code, and checks that the test named for it fails:
 * `npm run mutants`, or `npm run mutants -- admin` for the rules that contain this word.
 */
const checkout = join(import.meta.dirname, '../..');
const word = process.argv[2] ?? '';

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

const copy = await mkdtemp(join(tmpdir(), 'koinonia-mutants-'));
try {
  execFileSync('git', ['clone', '--quiet', checkout, copy]);
  execFileSync(process.execPath, ['infra/setup/setup.mjs'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  const chosen = mutants.filter(({ rule }) => rule.includes(word));
  const already = new Set(await failing([...new Set(chosen.map(({ caughtIn }) => caughtIn))]));
  console.log('| rule | broken like this | and who says so |\n|---|---|---|');
  for (const mutant of chosen) {
    const caughtBy = (await failingBy(mutant)).find((test) => !already.has(test));
    if (caughtBy === undefined) process.exitCode = 1;
    console.log(`| ${mutant.rule} | ${mutant.broken} | ${caughtBy ?? '**nobody**'} |`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}

async function failingBy({ file, from, to, caughtIn, caughtBy }: Mutant): Promise<string[]> {
  const path = join(copy, file);
  const source = await readFile(path, 'utf8');
  const [before, after, ...more] = source.split(from);
  if (after === undefined || more.length > 0) throw new Error(`${file} says no more, or not once: ${from}`);
  await writeFile(path, `${before}${to}${after}`);
  try {
    return await failing([caughtIn], caughtBy);
  } finally {
    await writeFile(path, source);
  }
}

/** The full names of the failing tests in these files. */
async function failing(files: string[], name = ''): Promise<string[]> {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  const vitest = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '--testNamePattern', quoted(name)];
  const { stdout, stderr } = spawnSync(process.execPath, [...vitest, '--reporter=json', `--outputFile=${report}`], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(copy, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  // The test did not run, because the edit is invalid code or the test has another name: that does not count as caught.
  if (ran.length === 0)
    throw new Error(`no test called ‘${name}’ of ${files.join(', ')} can run:\n${stdout}\n${stderr}`);
  return ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
