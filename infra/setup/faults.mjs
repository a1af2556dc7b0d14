import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProjectPath, projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';
import { prepare } from './prepare.mjs';
import { redisServer } from './test-tools.mjs';

/**
 * The long form of the fault suite: `FAULT_ROUNDS` rounds of each fault (20), `FAULT_MINUTES` of all of them mixed (0),
 * moments by `FAULT_SEED` (random). Arguments go to vitest, such as `-t T3`. Prints the table of results.
 */
await runMain(async () => {
  await prepare();
  const folder = mkdtempSync(join(tmpdir(), 'koinonia-faults-'));
  const environment = {
    ...onProjectPath(process.env),
    REDIS_SERVER: await redisServer(),
    FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '20',
    FAULT_SEED: process.env.FAULT_SEED ?? randomUUID().slice(0, 8),
    // On the disk: otherwise a run's databases may be in memory (tests/support/run-place.ts).
    TMPDIR: tmpdir(),
    FAULT_RESULTS: join(folder, 'results.jsonl'),
  };
  const options = { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] };
  console.log(`\n${environment.FAULT_ROUNDS} rounds of each fault, FAULT_SEED=${environment.FAULT_SEED}`);
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    // One file after another: two clusters at once would have half a machine each.
    const args = ['run', 'tests/faults', '--no-file-parallelism', ...process.argv.slice(2)];
    const { code } = await runProgram(projectNode, [vitest, ...args], options);
    if (existsSync(environment.FAULT_RESULTS)) {
      await runProgram(projectNode, ['tests/faults/report.ts', environment.FAULT_RESULTS], options);
    }
    process.exitCode = code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
