import { root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { prepare } from './prepare.mjs';
import { becomeProgram } from './run-program.mjs';

await runMain(async () => {
  await prepare();
  // The closed channel tells the product when this process is killed and cannot pass on the signal.
  await becomeProgram(['infra/solo/start.ts'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
});
