import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, mutants } from './rules.ts';

/*
 * Breaks one rule after another in a copy of what is committed, and sees whether the test that names it fails:
 * `npm run mutants`, or `npm run mutants -- admin` for the rules that have this word in them.
 */
const checkout = new URL('../..', import.meta.url).pathname;
const word = process.argv[2] ?? '';

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

const copy = await mkdtemp(join(tmpdir(), 'koinonia-mutants-'));
try {
  execFileSync('git', ['clone', '--quiet', checkout, copy]);
  execFileSync('node', ['infra/setup/setup.mjs'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log('| rule | broken like this | and who says so |\n|---|---|---|');
  for (const mutant of mutants.filter(({ rule }) => rule.includes(word))) {
    const caughtBy = await whoCatches(mutant);
    if (caughtBy === undefined) process.exitCode = 1;
    console.log(`| ${mutant.rule} | ${mutant.broken} | ${caughtBy ?? '**nobody**'} |`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}

/** The first test that fails by this edit and not without it. */
async function whoCatches({ file, from, to, caughtIn, caughtBy }: Mutant): Promise<string | undefined> {
  const before = await failing(caughtIn, caughtBy);
  if (before.length > 0) throw new Error(`${before[0]} fails already`);
  const path = join(copy, file);
  const source = await readFile(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} says no more, or not once: ${from}`);
  await writeFile(
    path,
    source.replace(from, () => to),
  );
  try {
    return (await failing(caughtIn, caughtBy))[0];
  } finally {
    await writeFile(path, source);
  }
}

async function failing(tests: string, name: string): Promise<string[]> {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  const args = ['run', tests, '--testNamePattern', quoted(name), '--reporter=json', `--outputFile=${report}`];
  spawnSync(join(copy, 'node_modules/.bin/vitest'), args, { cwd: copy, stdio: 'ignore' });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  // Not even begun, because the edit is no code or the test is called something else: that is no catch.
  if (ran.length === 0) throw new Error(`no test called ‘${name}’ of ${tests} can run`);
  return ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
