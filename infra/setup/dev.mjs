import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installDependencies } from './install.mjs';
import { projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { passSignalsOn } from './run-program.mjs';

const pages = 5173;
const gateway = Number(process.env.PORT) || 8080;

/** The product, started again when a source of the server side changes, behind Vite, which shows changed pages at once. */
await runMain(async () => {
  await installDependencies();
  const product = spawn(projectNode, ['--watch', '--watch-preserve-output', 'infra/solo/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(gateway), PUBLIC_URL: `http://localhost:${pages}` },
  });
  const vite = spawn(
    projectNode,
    [join(root, 'web/node_modules/vite/bin/vite.js'), '--port', String(pages), '--strictPort'],
    {
      cwd: join(root, 'web'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, GATEWAY: `http://localhost:${gateway}` },
    },
  );
  const both = [product, vite];
  both.forEach(passSignalsOn);
  await Promise.race(both.map((child) => once(child, 'exit')));
  both.forEach((child) => child.kill());
  for (const child of both) if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
});
