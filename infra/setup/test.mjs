import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countPlaywright, countVitest, sumUp } from './test-counts.mjs';
import { playwrightFailures, vitestFailures } from './failures.mjs';
import { onProjectPath, projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';
import { prepare } from './prepare.mjs';
import { firefoxIfPossible, testTools } from './test-tools.mjs';

/** Files to run may be named: `npm test -- services/chat`; then the browser tests are left out. */
const selected = process.argv.slice(2);

await runMain(async () => {
  await prepare();
  const tools = { ...(await testTools()), ...(await firefoxIfPossible()) };
  const reports = mkdtempSync(join(tmpdir(), 'koinonia-reports-'));
  try {
    const inNode = join(reports, 'vitest.json');
    const inBrowser = join(reports, 'playwright.json');
    const counts = [await runVitest(tools, inNode)];
    if (selected.length === 0) counts.push(await runPlaywright(tools, inBrowser));
    for (const failure of [...vitestFailures(inNode), ...playwrightFailures(inBrowser)])
      console.log(`\nFailed: ${failure}`);
    console.log(`\n${sumUp(counts)}`);
    process.exitCode = counts.some(({ failed }) => failed > 0) || counts.every(({ passed }) => passed === 0) ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

async function runVitest(tools, report) {
  console.log('\nUnit and integration tests …');
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [program, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...selected];
  const { code } = await runOnProjectNode(args, tools);
  return countVitest(report, code);
}

async function runPlaywright(tools, report) {
  console.log('\nTests in Chromium …');
  const program = join(root, 'tests', 'node_modules', '@playwright', 'test', 'cli.js');
  const args = [program, 'test', '--config', 'tests/playwright.config.ts', '--reporter=list,json'];
  const { code } = await runOnProjectNode(args, { ...tools, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return countPlaywright(report, code);
}

/** The tests start processes of their own by `node`: it must be the project's. */
function runOnProjectNode(args, environment) {
  const env = onProjectPath(environment);
  return runProgram(projectNode, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
}
