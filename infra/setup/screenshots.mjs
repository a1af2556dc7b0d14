import { join } from 'node:path';
import { projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';
import { prepare } from './prepare.mjs';
import { testTools } from './test-tools.mjs';

/** Takes the pictures in web/pictures anew, of the product as it is now. */
await runMain(async () => {
  await prepare();
  const tools = await testTools();
  const program = join(root, 'tests', 'node_modules', '@playwright', 'test', 'cli.js');
  const { code } = await runProgram(
    projectNode,
    [program, 'test', '--config', 'tests/screenshots/playwright.config.ts'],
    {
      cwd: root,
      env: { ...tools, PATH: `${join(root, 'node_modules', '.bin')}:${tools.PATH}` },
    },
  );
  if (code === 0)
    console.log('The pictures in web/pictures are as the product is now. Look at them before they are kept.');
  process.exitCode = code;
});
