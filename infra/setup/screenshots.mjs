import { join } from 'node:path';
import { onProjectPath, projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';
import { prepare } from './prepare.mjs';
import { testTools } from './test-tools.mjs';

/** Retakes the pictures in web/pictures, of the product as it is now. */
await runMain(async () => {
  await prepare();
  const tools = await testTools();
  const program = join(root, 'tests', 'node_modules', '@playwright', 'test', 'cli.js');
  const args = [program, 'test', '--config', 'tests/screenshots/playwright.config.ts'];
  const { code } = await runProgram(projectNode, args, { cwd: root, env: onProjectPath(tools) });
  if (code === 0) console.log('The pictures in web/pictures are up to date. Look at them before you commit them.');
  process.exitCode = code;
});
