import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { passSignalsOn } from './run-program.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  await prepare();
  // The closed channel tells the product when this process is killed and cannot pass on the signal.
  const product = spawn(projectNode, ['infra/solo/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  passSignalsOn(product);
  const [code] = await once(product, 'exit');
  process.exit(code ?? 1);
});
