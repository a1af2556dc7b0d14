import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installDependencies } from './install.mjs';
import { projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { passSignalsOn } from './run-program.mjs';

const pages = Number(process.env.PAGES_PORT) || 5173;
const gateway = Number(process.env.PORT) || 8080;
const environment = { ...process.env, PORT: String(gateway), PUBLIC_URL: `http://localhost:${pages}` };

/**
 * The product, restarted when a source of the server side changes, behind Vite, which shows changed pages at once. An empty
 * product is filled with people and messages of the demo.
 */
await runMain(async () => {
  await installDependencies();
  const product = run(['--watch', '--watch-preserve-output', 'infra/solo/start.ts'], root, environment);
  const vite = run(
    [join(root, 'web/node_modules/vite/bin/vite.js'), '--port', String(pages), '--strictPort'],
    join(root, 'web'),
    { ...process.env, GATEWAY: `http://localhost:${gateway}` },
  );
  const both = [product, vite];
  void peopleTheDemo(both);
  await Promise.race(both.map((child) => once(child, 'exit')));
  both.forEach((child) => child.kill());
  for (const child of both) if (!hasEnded(child)) await once(child, 'exit');
});

function run(args, cwd, env) {
  const child = spawn(projectNode, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  passSignalsOn(child);
  return child;
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

async function peopleTheDemo(needed) {
  while (!(await isReady())) {
    await wait(300);
    if (needed.some(hasEnded)) return;
  }
  // With Google's sign-in, or a real database, no demo data is written.
  if (process.env.GOOGLE_CLIENT_ID || process.env.DATABASE_URL) return;
  run(['infra/demo/seed/main.ts', '--people', '40', '--messages', '3000', '--if-empty'], root, environment);
}

async function isReady() {
  const answer = await fetch(`http://127.0.0.1:${gateway}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}
